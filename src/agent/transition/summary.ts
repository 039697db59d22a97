import type { Draft } from '../draft.ts'
import type { UserInput } from '../input.ts'
import { sizeOfSummary } from '../size.ts'
import { addLoaded, moveSummaryEnd } from './history.ts'
import { isWorking, see } from './run.ts'

type Of<Type extends UserInput['type']> = Extract<UserInput, { type: Type }>

/** What the person does to the history: compresses it, corrects or undoes the summary, sends old material again. */

/** It also restarts after failures. Refused while a compression is wanted already. */
export const compact = (draft: Draft, { instruction }: Of<'user-compact'>): boolean => {
  const { head } = draft
  if (head.compact !== undefined || head.count === 0) return false
  head.compact = { cut: draft.seq, instruction }
  delete head.compressFailed
  return true
}

/** Refused while an answer is in progress that was asked with the current text. */
export const editSummary = (draft: Draft, { cutAt, text }: Of<'user-edit-summary'>): boolean => {
  const { summary, head } = draft
  if (!summary || summary.cutAt !== cutAt || cutAt === 0 || summary.text === text || head.live.length > 0) return false
  draft.summary = { ...summary, text, edited: true }
  head.contextSize += sizeOfSummary(draft.summary) - sizeOfSummary(summary)
  seeAnew(draft)
  return true
}

/** The next request, and the count of a wanted compression, have changed. */
const seeAnew = (draft: Draft): void => {
  const { head } = draft
  if (head.compact) head.compact.cut = draft.seq
  if (head.unseen) see(draft)
}

/** Refused while an answer is in progress that was asked without it. */
export const loadForBrain = (draft: Draft, input: Of<'user-load-tool-call'>): boolean => {
  if (draft.head.live.length > 0 || !addLoaded(draft, input)) return false
  seeAnew(draft)
  return true
}

/** The summary that ends at `cutAt` now ends at `to`. */
export const expandForBrain = (draft: Draft, { cutAt, to, size }: Of<'user-expand-history'>): boolean => {
  const { summary, head } = draft
  if (!summary || cutAt === 0 || summary.cutAt !== cutAt || to >= cutAt || head.live.length > 0) return false
  moveSummaryEnd(draft, summary, { cutAt: to, size })
  seeAnew(draft)
  return true
}

/**
 * Restores the previous summary if it fits below the threshold. Calls that were loaded then are not loaded again:
 * nobody counts them.
 */
export const undoSummary = (draft: Draft, { cutAt, size }: Of<'user-undo-summary'>): boolean => {
  const { summary, head } = draft
  const { before } = summary ?? {}
  if (!summary || before === undefined || summary.cutAt !== cutAt || isWorking(draft) || head.compact) return false
  // calls loaded from behind the summary are counted in what comes back
  if (summary.loaded.length > 0) return false
  const next = head.contextSize + size + sizeOfSummary(before) - sizeOfSummary(summary)
  const { factor, fixed } = head.measure ?? { factor: 1, fixed: 0 }
  if (head.compressAbove !== null && (next + fixed) * factor > head.compressAbove) return false
  draft.summary = before && { ...before, loaded: [] }
  head.summaryCutAt = before?.cutAt ?? 0
  head.contextSize = next
  if (head.unseen) see(draft)
  return true
}
