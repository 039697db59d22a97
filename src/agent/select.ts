import type { Head, OpenCall, UnsettledAnswer } from './head.ts'
import type { CALL_STATUSES } from './message.ts'
import { sizeOfAsking } from './size-of-asking.ts'
import { MAX_COMPRESS_FAILURES, MAX_HELPERS, MAX_STREAMS, MAX_TOOLS } from './version.ts'

/** Values that follow from the head alone, for `effectsAt`, `status` and the transition. */

/** The calls of one batch whose turn has come: all of them, or the first open one if the batch runs one at a time. */
export const inTurn = <Call extends { status: (typeof CALL_STATUSES)[number] }>(
  sequential: boolean,
  open: readonly Call[],
): Call[] => (sequential ? open.slice(0, 1) : open).filter((call) => call.status === 'ready')

export type RunningCall = { n: number; call: OpenCall & { turnAt: number } }
const turns = ({ n, sequential, calls }: UnsettledAnswer): RunningCall[] =>
  inTurn(sequential, calls).flatMap((call) =>
    call.turnAt === null ? [] : [{ n, call: { ...call, turnAt: call.turnAt } }],
  )

/**
 * First come, first served: a later call never pushes out a running one. A helper at work takes one of `MAX_HELPERS`
 * places: its call was running before, so the place it takes was its own. `n`: row of its answer.
 */
export const runningCalls = (head: Head): RunningCall[] =>
  head.unsettled
    .flatMap(turns)
    .sort((a, b) => a.call.turnAt - b.call.turnAt)
    .slice(0, Math.max(0, Math.min(MAX_TOOLS, MAX_HELPERS - helpedCalls(head).length)))

export const openCalls = (head: Head): OpenCall[] => head.unsettled.flatMap((answer) => answer.calls)

/** The calls that wait for a helper. */
export const helpedCalls = (head: Head): (OpenCall & { helper: string })[] =>
  openCalls(head).flatMap(({ helper, ...call }) => (helper === undefined ? [] : [{ ...call, helper }]))

/** The cut of the next request; null: none is due. */
const nextCut = (head: Head): number | null => {
  const { unseen, live } = head
  if (!unseen || head.hold || head.turnsLeft <= 0 || head.unsettled.length > 0) return null
  if (live.some((answer) => answer.status === 'waiting')) return null
  return live.length === 0 || (unseen.now && live.length < MAX_STREAMS) ? unseen.cut : null
}

/**
 * The cut of the compression that is due; null: none. One that the person wants runs at a quiet moment, whatever holds
 * the run. Otherwise one runs before a request above the threshold, once per request, and not after too many failures
 * in a row.
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

/** The cut of the request that starts now; null: none, or the history is compressed first. */
export const askingCut = (head: Head): number | null => (compressionCut(head) === null ? nextCut(head) : null)

/** True once a message has joined and no name exists. */
export const wantsName = (head: Head): boolean => head.title === null && head.lastUserSeq > 0

/** Whether an answer is in progress or a call is open. */
export const hasOpenWork = (head: Head): boolean => head.live.length > 0 || head.unsettled.length > 0
