import { roomFor } from '../../agent/compress/plan.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import { shortened } from '../../agent/shorten.ts'
import { sizeOfCall, sizeOfMessages } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { RequestSource } from './build-request.ts'

/** What old material adds to the context when it is sent again, in estimated tokens: for the brain and for the person alike. */

export type OldSource = Pick<RequestSource, 'messagesAfter'> & {
  /** The answer that made a call of this session, by the call's id; null: there is none, or it cannot be read. */
  answerOf: (toolCallId: string) => Promise<Message | null>
  /** The last `count` rows that joined up to `seq`, by `n`. */
  messagesUpTo: (seq: number, count: number) => Promise<Message[]>
}
type Past = Pick<State, 'head' | 'summary'>

/** Tokens (estimated) that may be added before the next asking would be compressed again at once. */
export const freeRoom = ({ head, config }: Pick<State, 'head' | 'config'>): number =>
  Math.floor(roomFor({ head, config }) * 0.7 - head.contextSize)

/** A call that was made up to `cut`, in full; null: there is none with this id. */
export async function callThatComesBack(
  toolCallId: string,
  cut: number,
  { head, summary }: Past,
  source: OldSource,
): Promise<{ call: ToolCall; n: number; size: number } | null> {
  const row = /^\d+\.\d+\.\d+$/.test(toolCallId) ? await source.answerOf(toolCallId) : null
  const call = row?.role === 'assistant' ? row.calls.find(({ id }) => id === toolCallId) : undefined
  if (row === null || call === undefined || row.seq > cut) return null
  if (row.seq <= head.summaryCutAt) return { call, n: row.n, size: sizeOfCall(call) }
  const rows = await source.messagesAfter(head.summaryCutAt, cut)
  const loaded = summary?.loaded.map(({ id }) => id) ?? []
  const weigh = (ids: readonly string[]): number => sizeOfMessages(shortened(rows, head.pruned, new Set(ids)))
  return { call, n: row.n, size: weigh([...loaded, toolCallId]) - weigh(loaded) }
}

/**
 * As many of the last `count` rows behind the summary as weigh at most `room`; `to`: where the summary ends then. null: there is no room for
 * any, or no summary.
 */
export async function rowsThatComeBack(
  count: number,
  cut: number,
  room: number,
  { head, summary }: Past,
  source: OldSource,
): Promise<{ rows: Message[]; to: number; size: number } | null> {
  const end = summary?.cutAt ?? 0
  if (end === 0) return null
  const old = await source.messagesUpTo(end, count + 1)
  const loaded = new Set(summary?.loaded.map(({ id }) => id))
  for (let from = Math.max(0, old.length - count); from < old.length; from++) {
    const to = from === 0 ? 0 : (old[from - 1]?.seq ?? 0)
    if (from > 0 && old[from]?.seq === to) continue // what joined together is not taken apart
    const all = await source.messagesAfter(to, cut)
    const rows = shortened(all, head.pruned, loaded).filter(({ seq }) => seq <= end)
    const size = sizeOfMessages(rows) - sizeOfLoaded(rows, loaded)
    if (size <= room) return { rows, to, size }
  }
  return null
}

/** Calls that are loaded from behind the summary are counted already. */
const sizeOfLoaded = (rows: readonly Message[], loaded: ReadonlySet<string>): number =>
  rows
    .flatMap((row) => (row.role === 'assistant' ? row.calls.filter(({ id }) => loaded.has(id)) : []))
    .reduce((sum, call) => sum + sizeOfCall(call), 0)
