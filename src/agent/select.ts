import type { Head, OpenCall, UnsettledAnswer } from './head.ts'
import type { CALL_STATUSES } from './message.ts'
import { MAX_STREAMS, MAX_TOOLS } from './version.ts'

/** What follows from the head alone; read by `effectsAt`, `status` and the transition (model/RULES.md 4). */

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
export const nextCut = (head: Head): number | null => {
  const { unseen, live } = head
  if (!unseen || head.hold || head.turnsLeft <= 0 || head.unsettled.length > 0) return null
  if (live.some((answer) => answer.status === 'waiting')) return null
  return live.length === 0 || (unseen.now && live.length < MAX_STREAMS) ? unseen.cut : null
}

/** Once per asking; only while nothing streams. */
export const wantsCompression = (head: Head, cut: number): boolean =>
  head.live.length === 0 &&
  head.compressAbove !== null &&
  head.compressedFor !== cut &&
  head.contextSize > head.compressAbove

/** After the first answer, once. */
export const wantsName = (head: Head): boolean => head.title === null && head.answered

export const isBusy = (head: Head): boolean => head.live.length > 0 || head.unsettled.length > 0
