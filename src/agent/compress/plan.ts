import type { Message } from '../message.ts'
import { firstOf, shortened } from '../shorten.ts'
import { sizeOfBlocks, sizeOfMessage, sizeOfMessages, sizeOfSummary } from '../size.ts'
import type { Facts, KeptWords, ListedCall, State, Summary } from '../state.ts'
import { MAX_LISTED } from '../version.ts'
import { nextPart } from './next-part.ts'

/**
 * Plans a compression: the cheap way first, otherwise the oldest part that one request can fold into the summary. Pure.
 */

export type Fold = {
  type: 'fold'
  /** The text for the summariser. */
  text: string
  /** Rows of this part that are not in `text`. */
  unread: number
  cutAt: number
  /** More parts follow this one. */
  more: boolean
  /** Estimated tokens of the rows after `cutAt`. */
  remaining: number
  words: KeptWords[]
  calls: ListedCall[]
  facts: Facts
  rows: number
  ran: Record<string, number>
  /** Estimated tokens that the new summary must stay below, without messages, calls and facts. */
  most: number
}
export type Plan = { type: 'nothing' } | { type: 'prune'; at: number; remaining: number } | Fold

/**
 * Shares of the window: the unchanged tail, the summary, the person's earlier messages, one request to the summariser.
 */
const TAIL = 0.25
const SUMMARY = 0.15
const WORDS = 0.05
const REQUEST = 0.6
/**
 * Shortening old results is enough if it brings the context below this share of the threshold, so that it happens in
 * large steps.
 */
const ENOUGH = 0.7
/**
 * A summary must be shorter than what it replaces by this share. One with less room than this, in tokens, would be
 * useless.
 */
const SHORTER = 0.7
const LEAST = 50
/**
 * Used when system prompt and tools leave hardly any room, in tokens: a refused request is better than an empty one.
 */
const LEAST_ROOM = 600
/** Tokens, if no window is known. */
const ASSUMED_WINDOW = 32_000

export type PlanSource = Pick<State, 'head' | 'config' | 'summary'> & {
  /** All rows after the summary's end, sorted by `n`. */
  rows: readonly Message[]
  /** Paths of the session's files. */
  files: readonly string[]
}

/** Room for the conversation beside system prompt and tools, in our estimated tokens. */
export const roomFor = ({ head, config }: Pick<State, 'head' | 'config'>): number => {
  const limit = head.compressAbove === null ? Number.POSITIVE_INFINITY : head.compressAbove / 0.75
  const window = Math.min(config.window?.size ?? (Number.isFinite(limit) ? limit : ASSUMED_WINDOW), limit)
  const { factor, fixed } = head.measure ?? { factor: 1, fixed: 0 }
  return Math.max(LEAST_ROOM, Math.floor(window / factor) - fixed)
}

export const planCompression = (source: PlanSource): Plan => {
  const { head, summary, rows } = source
  const tail = tailFrom(source)
  if (tail === 0) return { type: 'nothing' }
  const at = rows[tail - 1]?.seq ?? 0
  if (head.compact === undefined && at > (head.pruned?.at ?? 0)) {
    const images = Math.max(head.pruned?.images ?? 0, Math.min(at, head.lastUserSeq - 1))
    const remaining = sizeOfMessages(shortened(rows, { at, images }))
    const { factor, fixed } = head.measure ?? { factor: 1, fixed: 0 }
    const size = (sizeOfSummary(summary) + remaining + fixed) * factor
    const before = sizeOfSummary(summary) + sizeOfMessages(shortened(rows, head.pruned))
    const limit = head.compressAbove ?? Number.POSITIVE_INFINITY
    if (size <= limit * ENOUGH && remaining < before - sizeOfSummary(summary)) return { type: 'prune', at, remaining }
  }
  return fold(source, tail)
}

/** The first row of the tail. The newest rounds stay, and a message of the person that has no answer yet. */
const tailFrom = ({ head, config, rows }: PlanSource): number => {
  const sizes = shortened(rows, head.pruned).map(sizeOfMessage)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const share = head.compact ? 0.25 : 0.5
  const budget = Math.min(TAIL * roomFor({ head, config }), total * share) / 2 ** (head.tooLong?.count ?? 0)
  let from = rows.length
  for (let sum = 0; from > 0; from--) {
    sum += sizes[from - 1] ?? 0
    if (sum > budget) break
  }
  while (from > 0 && rows.slice(from - 1).every((row) => row.role === 'user')) from--
  return border(rows, from)
}

/** Rows that joined together stay together. */
const border = (rows: readonly Message[], wish: number): number => {
  let place = wish
  while (place > 0 && place < rows.length && rows[place]?.seq === rows[place - 1]?.seq) place--
  return place
}

const fold = (source: PlanSource, tail: number): Plan => {
  const { head, summary, rows, files } = source
  const room = roomFor(source)
  const told = shortened(rows.slice(0, tail), head.pruned)
  const { end, text, unread } = nextPart(told, {
    asked: Math.max(300, Math.floor(room * REQUEST) - sizeOfSummary(summary)),
    part: Math.max(300, Math.floor(room * (REQUEST - SUMMARY))),
    joined: (wish) => {
      let place = wish
      while (place < tail && border(rows, place) !== place) place++
      return place
    },
  })
  const cutAt = rows[end - 1]?.seq ?? 0
  const folded = rows.slice(0, end)
  const before = sizeOfSummary(summary) + sizeOfMessages(told.slice(0, end))
  const words = wordsToKeep(source, folded, cutAt, room)
  const calls = [...(summary?.calls ?? []), ...folded.flatMap(listed)].slice(-MAX_LISTED)
  const facts = factsOf(summary, folded, files, unread)
  const most = Math.min(
    Math.floor(room * SUMMARY),
    Math.floor(before * SHORTER) - sizeOfSummary({ text: '', words, calls, facts }),
  )
  if (most < LEAST) return { type: 'nothing' }
  return {
    type: 'fold',
    text,
    unread,
    cutAt,
    more: end < tail,
    remaining: sizeOfMessages(
      shortened(
        rows.filter((row) => row.seq > cutAt),
        head.pruned,
      ),
    ),
    words,
    calls,
    facts,
    rows: (summary?.rows ?? 0) + folded.length,
    ran: { ...summary?.ran, ...Object.fromEntries(folded.flatMap(ranIn)) },
    most,
  }
}

const ABOUT = 80
const listed = (row: Message): ListedCall[] =>
  row.role === 'user'
    ? []
    : row.calls.map(({ id, name, args }) => ({ id, n: row.n, name, about: firstOf(args, ABOUT) }))

/** An interrupted answer is requested again, so its code runs do not count. */
const ranIn = (row: Message): [provider: string, n: number][] =>
  row.role === 'user' || row.status !== 'complete'
    ? []
    : row.content.flatMap((block) =>
        block.type === 'code-run' ? Object.keys(block.meta ?? {}).map((name): [string, number] => [name, row.n]) : [],
      )

/** The last message always, whole; the person's earlier messages as far as there is room, newest first. */
const wordsToKeep = (
  { head, summary }: PlanSource,
  folded: readonly Message[],
  cutAt: number,
  room: number,
): KeptWords[] => {
  const own = folded.flatMap((row) => (row.role === 'user' ? [row] : []))
  const isLast = (seq: number): boolean => seq === head.lastUserSeq
  const fresh = own.map((row): KeptWords => {
    const whole = isLast(row.seq)
    const content = whole ? row.content : row.content.filter((block) => block.type === 'text')
    return { n: row.n, seq: row.seq, size: sizeOfBlocks(content), whole }
  })
  const all = [...(summary?.words ?? []), ...fresh].filter(({ seq }) => seq <= cutAt)
  let left = WORDS * room
  const kept = all.toReversed().filter((words) => {
    if (isLast(words.seq)) return true
    if (words.size > left || words.size === 0) return false
    left -= words.size
    return true
  })
  return kept.toReversed()
}

const factsOf = (
  summary: Summary | null,
  folded: readonly Message[],
  files: readonly string[],
  unread: number,
): Facts => {
  const unclear = folded
    .flatMap((row) => (row.role === 'user' ? [] : row.calls))
    .filter(({ started, result }) => {
      const kind = result?.kind
      return started && (kind === 'skipped' || kind === 'aborted')
    })
  const allUnread = (summary?.facts?.unread ?? 0) + unread
  const lines = unclear.map(({ id, name, args }) => firstOf(`${id} ${name} ${args}`, 200))
  return {
    files: files.slice(0, 100),
    unknown: [...(summary?.facts?.unknown ?? []), ...lines].slice(-20),
    ...(allUnread > 0 && { unread: allUnread }),
  }
}
