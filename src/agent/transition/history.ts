import type { Draft } from '../draft.ts'
import type { Head } from '../head.ts'
import type { AgentInput } from '../input.ts'
import { compressionCut, wantsName } from '../select.ts'
import { sizeOfSummary } from '../size.ts'
import type { Summary } from '../state.ts'
import { MAX_LISTED, MAX_LOADED } from '../version.ts'
import { spend } from './limits.ts'
import { hiddenPlan } from './plan.ts'
import { endNaming, isWorking, see } from './run.ts'
import { streaming } from './shared.ts'

type Of<Type extends AgentInput['type']> = Extract<AgentInput, { type: Type }>

/** What the brain does to its own context (seed 002's internal tools, compression) and to the session's name. */

/** A round of internal tools inside a request: the request continues with the result. */
const lookUp = (draft: Draft, input: Of<'brain-load-tool-call' | 'brain-expand-history' | 'brain-search-history'>) => {
  const answer = streaming(draft, input)
  if (!answer) return false
  answer.changedContext = true
  answer.lookups = (answer.lookups ?? 0) + 1
  spend(draft, input)
  return true
}

/** Without a summary, its row only holds what is loaded. */
const HOLDER: Summary = { text: '', cutAt: 0, calls: [], loaded: [] }

export const loadToolCall = (draft: Draft, input: Of<'brain-load-tool-call'>): boolean => {
  if (!lookUp(draft, input)) return false
  addLoaded(draft, input)
  return true
}

type Loaded = { toolCallId: string; n: number; size: number }
/** False: there is nothing to load from, the list is full, or it is in the list already. */
export const addLoaded = (draft: Draft, { toolCallId: id, n, size }: Loaded): boolean => {
  const summary = draft.summary ?? HOLDER
  if (summary.cutAt === 0 && draft.head.pruned === undefined) return false
  if (summary.loaded.length >= MAX_LOADED || summary.loaded.some((call) => call.id === id)) return false
  draft.summary = { ...summary, loaded: [...summary.loaded, { id, n }] }
  draft.head.contextSize += size
  return true
}

/** Messages that come back need not be repeated as kept words. */
export const expandHistory = (draft: Draft, input: Of<'brain-expand-history'>): boolean => {
  if (!lookUp(draft, input)) return false
  const { summary } = draft
  if (summary && summary.cutAt > 0 && input.cutAt < summary.cutAt) moveSummaryEnd(draft, summary, input)
  return true
}

/** `size`: estimated tokens that the summary no longer replaces. At 0 nothing is left that it would replace. */
export const moveSummaryEnd = (draft: Draft, summary: Summary, moved: { cutAt: number; size: number }): void => {
  const cutAt = Math.max(0, moved.cutAt)
  const { before: _gone, ...kept } = summary
  const words = kept.words && { words: kept.words.filter(({ seq }) => seq <= cutAt) }
  const holder = summary.loaded.length > 0 ? { ...HOLDER, loaded: summary.loaded } : null
  const next: Summary | null = cutAt > 0 ? { ...kept, cutAt, ...words } : holder
  draft.head.summaryCutAt = cutAt
  draft.head.contextSize += moved.size + sizeOfSummary(next) - sizeOfSummary(summary)
  draft.summary = next
}

/** Refused while an answer is in progress: after a crash, its request must be the same. */
export const dropSummary = (draft: Draft, { size }: Of<'session-drop-summary'>): boolean => {
  const { summary, head } = draft
  if (!summary || summary.cutAt === 0 || isWorking(draft)) return false
  moveSummaryEnd(draft, summary, { cutAt: 0, size })
  if (head.compact) head.compact.cut = draft.seq
  if (head.unseen) see(draft)
  return true
}

export const searchHistory = (draft: Draft, input: Of<'brain-search-history'>): boolean => lookUp(draft, input)

/** Once per request, whether it worked or not. The context changed, so the cut moves. */
const endCompression = (draft: Draft): void => {
  const { head } = draft
  delete head.compact
  if (head.tooLong?.due) head.tooLong.due = false
  if (!head.unseen) return
  see(draft)
  head.compressedFor = draft.seq
}

/** The history is folded in parts: the next part is another compression. */
const goOnCompressing = (draft: Draft): void => {
  const { compact, unseen } = draft.head
  if (compact) compact.cut = draft.seq
  if (unseen) see(draft)
}

/**
 * The end of a summary: never before the previous end, and never past the person's last message without repeating it
 * whole.
 */
export const endOf = (
  draft: { readonly head: Pick<Head, 'lastUser' | 'lastUserSeq' | 'seq'> },
  { cutAt, words = [] }: Of<'brain-compress-history'>,
): number => {
  const { lastUser, lastUserSeq } = draft.head
  if (cutAt < lastUserSeq) return cutAt
  const kept = new Set(words.flatMap(({ n, whole }) => (whole ? [n] : [])))
  const rows = lastUser ? Array.from({ length: lastUser.to - lastUser.from + 1 }, (_, k) => lastUser.from + k) : [-1]
  return rows.every((n) => kept.has(n)) ? Math.min(cutAt, draft.head.seq) : lastUserSeq - 1
}

export const compressHistory = (draft: Draft, input: Of<'brain-compress-history'>): boolean => {
  const { head } = draft
  if (compressionCut(head) !== input.cut) return false
  const cutAt = endOf(draft, input)
  const { text, calls, words, facts, rows, ran } = {
    ...input,
    text: input.summary,
    calls: input.calls.slice(-MAX_LISTED),
  }
  const plan = hiddenPlan(draft, cutAt)
  const before = draft.summary && draft.summary.cutAt > 0 ? withoutBefore(draft.summary) : null
  const next: Summary = {
    text,
    cutAt,
    calls,
    loaded: [],
    ...(words && { words: words.filter(({ seq }) => seq <= cutAt) }),
    ...(facts && { facts }),
    ...(rows !== undefined && { rows }),
    ...(plan !== undefined && { plan }),
    ...(ran && { ran }),
    before,
  }
  const size = sizeOfSummary(next) + input.remaining
  if (cutAt <= head.summaryCutAt || size >= head.contextSize)
    return failCompress(draft, { ...input, type: 'brain-fail-compress', reason: NOT_SHORTER })
  spend(draft, input)
  draft.summary = next
  head.summaryCutAt = cutAt
  head.contextSize = size
  delete head.compressFailed
  if (input.more) goOnCompressing(draft)
  else endCompression(draft)
  return true
}

const NOT_SHORTER = 'The summary would not have made the conversation shorter.'
const withoutBefore = ({ before: _, ...summary }: Summary): Omit<Summary, 'before'> => summary

/** The point never moves back. Loaded results are released. */
export const pruneHistory = (draft: Draft, input: Of<'brain-prune-history'>): boolean => {
  const { head, summary } = draft
  if (compressionCut(head) !== input.cut) return false
  const at = Math.min(input.at, head.seq)
  const kept = summary && summary.cutAt > 0 ? { ...summary, loaded: [] } : null
  const size = sizeOfSummary(kept) + input.remaining
  if (at > (head.pruned?.at ?? 0) && size < head.contextSize) {
    const images = Math.max(head.pruned?.images ?? 0, Math.min(at, head.lastUserSeq - 1))
    head.pruned = { at, images }
    draft.summary = kept
    head.contextSize = size
  }
  endCompression(draft)
  return true
}

/** After three failures in a row, no automatic compression follows. Having nothing to compress is not a failure. */
export const failCompress = (draft: Draft, input: Of<'brain-fail-compress'>): boolean => {
  const { head } = draft
  if (compressionCut(head) !== input.cut) return false
  spend(draft, input)
  const { reason = '', idle = false } = input
  const count = (head.compressFailed?.count ?? 0) + (idle ? 0 : 1)
  head.compressFailed = { count, reason: reason.slice(0, 300) }
  endCompression(draft)
  return true
}

/** Committed before a name is requested, so that it is requested once. */
export const beginNaming = (draft: Draft): boolean => {
  if (!wantsName(draft.head) || draft.head.naming) return false
  draft.head.naming = true
  return true
}

export const nameSession = (draft: Draft, input: Of<'brain-name-session'>): boolean => {
  if (!wantsName(draft.head)) return false
  spend(draft, input)
  endNaming(draft, input.title)
  return true
}
