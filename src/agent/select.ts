import type { Head, OpenCall, UnsettledAnswer } from './head.ts'
import type { CALL_STATUSES } from './message.ts'
import { sizeOfAsking } from './size-of-asking.ts'
import { MAX_COMPRESS_FAILURES, MAX_STREAMS, MAX_TOOLS } from './version.ts'

/** What follows from the head alone; read by `effectsAt`, `status` and the transition. */

/** The calls of one batch whose turn has come: all of them, or the first open one when the batch runs one at a time. */
export const inTurn = <Call extends { status: (typeof CALL_STATUSES)[number] }>(
  sequential: boolean,
  open: readonly Call[],
): Call[] => (sequential ? open.slice(0, 1) : open).filter((call) => call.status === 'ready')

export type RunningCall = { n: number; call: OpenCall & { turnAt: number } }
const turns = ({ n, sequential, calls }: UnsettledAnswer): RunningCall[] =>
  inTurn(sequential, calls).flatMap((call) =>
    call.turnAt === null ? [] : [{ n, call: { ...call, turnAt: call.turnAt } }],
  )

/** First come, first served: a call that runs is never pushed out by a later one. `n` is the row of its answer. */
export const runningCalls = (head: Head): RunningCall[] =>
  head.unsettled
    .flatMap(turns)
    .sort((a, b) => a.call.turnAt - b.call.turnAt)
    .slice(0, MAX_TOOLS)

export const openCalls = (head: Head): OpenCall[] => head.unsettled.flatMap((answer) => answer.calls)

/** The cut of the next asking; null: nothing is to be asked now. */
const nextCut = (head: Head): number | null => {
  const { unseen, live } = head
  if (!unseen || head.hold || head.turnsLeft <= 0 || head.unsettled.length > 0) return null
  if (live.some((answer) => answer.status === 'waiting')) return null
  return live.length === 0 || (unseen.now && live.length < MAX_STREAMS) ? unseen.cut : null
}

/**
 * The cut of the compression that is to be made now; null: none. One that the person wants is made at a calm moment, whatever holds the
 * run. Else one comes before an asking that is over the threshold, once per asking, and not after too many failures in a row.
 */
export const compressionCut = (head: Head): number | null => {
  if (head.compact !== undefined && !hasOpenWork(head)) return head.compact.cut
  const cut = nextCut(head)
  if (cut === null || head.live.length > 0 || head.compressedFor === cut) return null
  return head.tooLong?.due === true || isTooLarge(head) ? cut : null
}

const isTooLarge = (head: Head): boolean =>
  head.compressAbove !== null &&
  (head.compressFailed?.count ?? 0) < MAX_COMPRESS_FAILURES &&
  sizeOfAsking(head) > head.compressAbove

/** The cut of the asking that is to begin now; null: none, or the history is compressed before it. */
export const askingCut = (head: Head): number | null => (compressionCut(head) === null ? nextCut(head) : null)

/** As soon as a message has joined, once. */
export const wantsName = (head: Head): boolean => head.title === null && head.lastUserSeq > 0

/** Answers under way, or calls that are not closed. */
export const hasOpenWork = (head: Head): boolean => head.live.length > 0 || head.unsettled.length > 0
