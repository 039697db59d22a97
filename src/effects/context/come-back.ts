import { roomFor } from '../../agent/compress/plan.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import { shortened } from '../../agent/shorten.ts'
import { sizeOfCall, sizeOfMessages } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { RequestSource } from './build-request.ts'

/**
 * What old material adds to the context when it is sent again, in estimated tokens: both for the model and in the page.
 */

export type OldSource = Pick<RequestSource, 'messagesAfter'> & {
  /** The answer that made a call of this session, by the call's id; null: none, or unreadable. */
  answerOf: (toolCallId: string) => Promise<Message | null>
  /** The last `count` rows that joined up to `seq`, by `n`. */
  messagesUpTo: (seq: number, count: number) => Promise<Message[]>
}
type Past = Pick<State, 'head' | 'summary'>

/** Estimated tokens that can be added before the next request would be summarised again at once. */
export const freeRoom = ({ head, config }: Pick<State, 'head' | 'config'>): number =>
  Math.floor(roomFor({ head, config }) * 0.7 - head.contextSize)

/** A call made up to `cut`, in full; null: no call with this id. */
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
 * The most of the last `count` summarised rows that fit into `room` tokens; `to`: where the summary then ends. null: no
 * room for any, or no summary.
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
    if (from > 0 && old[from]?.seq === to) continue // rows that joined together stay together
    const all = await source.messagesAfter(to, cut)
    const rows = shortened(all, head.pruned, loaded).filter(({ seq }) => seq <= end)
    const size = sizeOfMessages(rows) - sizeOfLoaded(rows, loaded)
    if (size <= room) return { rows, to, size }
  }
  return null
}

/** Summarised calls that are loaded are counted already. */
const sizeOfLoaded = (rows: readonly Message[], loaded: ReadonlySet<string>): number =>
  rows
    .flatMap((row) => (row.role === 'assistant' ? row.calls.filter(({ id }) => loaded.has(id)) : []))
    .reduce((sum, call) => sum + sizeOfCall(call), 0)
