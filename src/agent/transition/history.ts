import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { nextCut, wantsCompression, wantsName } from '../select.ts'
import { sizeOfSummary } from '../size.ts'
import type { Summary } from '../state.ts'
import { MAX_LISTED, MAX_LOADED } from '../version.ts'
import { isWorking, see } from './run.ts'
import { streaming } from './shared.ts'

type Of<Type extends AgentInput['type']> = Extract<AgentInput, { type: Type }>

/** What the brain does to its own context (seed 002's internal tools, compression) and to the session's name. */

/** Without a summary there is nothing to load; the brain has still been told, so it is asked on. */
export const loadToolCall = (draft: Draft, input: Of<'brain-load-tool-call'>): boolean => {
  const answer = streaming(draft, input)
  if (!answer) return false
  answer.changedContext = true
  const { summary } = draft
  const { toolCallId: id, n } = input
  if (!summary || summary.loaded.length >= MAX_LOADED || summary.loaded.some((call) => call.id === id)) return true
  draft.summary = { ...summary, loaded: [...summary.loaded, { id, n }] }
  draft.head.contextSize += input.size
  return true
}

/** Moves the summary's end back; at 0 nothing is left that it would stand for. */
export const expandHistory = (draft: Draft, input: Of<'brain-expand-history'>): boolean => {
  const answer = streaming(draft, input)
  if (!answer) return false
  answer.changedContext = true
  const { summary } = draft
  if (!summary || input.cutAt >= summary.cutAt) return true
  moveSummaryEnd(draft, summary, input)
  return true
}

/** `size`: estimated tokens of what the summary does not stand for any more. */
const moveSummaryEnd = (draft: Draft, summary: Summary, { cutAt, size }: { cutAt: number; size: number }): void => {
  draft.head.summaryCutAt = Math.max(0, cutAt)
  draft.head.contextSize += size
  if (draft.head.summaryCutAt > 0) draft.summary = { ...summary, cutAt: draft.head.summaryCutAt }
  else {
    draft.summary = null
    draft.head.contextSize -= sizeOfSummary(summary)
  }
}

/** Refused while an answer is under way: asked again after a crash, it must be asked the same. */
export const dropSummary = (draft: Draft, { size }: Of<'session-drop-summary'>): boolean => {
  const { summary } = draft
  if (!summary || isWorking(draft)) return false
  moveSummaryEnd(draft, summary, { cutAt: 0, size })
  if (draft.head.unseen) see(draft)
  return true
}

/** Once per asking, whether it worked or not; the context changed, so the cut moves. */
export const markCompressed = (draft: Draft): void => {
  see(draft)
  draft.head.compressedFor = draft.seq
}

/** The last user message, and what joined with it, stays; the summary's end never goes back. */
export const compressHistory = (draft: Draft, input: Of<'brain-compress-history'>): boolean => {
  const { head } = draft
  if (nextCut(head) !== input.cut || !wantsCompression(head, input.cut)) return false
  markCompressed(draft)
  const cutAt = Math.min(input.cutAt, head.lastUserSeq - 1)
  if (cutAt <= head.summaryCutAt) return true
  draft.summary = { text: input.summary, cutAt, calls: input.calls.slice(-MAX_LISTED), loaded: [] }
  head.summaryCutAt = cutAt
  head.contextSize = sizeOfSummary(draft.summary) + input.remaining
  return true
}

export const failCompress = (draft: Draft, { cut }: Of<'brain-fail-compress'>): boolean => {
  if (nextCut(draft.head) !== cut || !wantsCompression(draft.head, cut)) return false
  markCompressed(draft)
  return true
}

export const nameSession = (draft: Draft, { title }: Of<'brain-name-session'>): boolean => {
  if (!wantsName(draft.head)) return false
  draft.head.title = title
  return true
}
