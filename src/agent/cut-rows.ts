import { lastEntry } from './index-head.ts'
import { shortened } from './shorten.ts'
import { sizeOfCall, sizeOfMessages, sizeOfSummary } from './size.ts'
import type { State } from './state.ts'

/**
 * A state of which every row is held, without its rows from `count` on: none of them works any more, and the summary tells of none. Its cost
 * is that of the whole session, so only a copy that goes its own way pays it.
 */
export const cutRows = ({ head: before, summary: told, ...rest }: State, count: number): State => {
  const messages = rest.messages.filter(({ n }) => n < count)
  const { lastUser: _, ...head } = before
  const last = messages.at(-1)
  const lastSaid = messages.findLast(({ role }) => role === 'user')
  const together = messages.filter(({ role, seq }) => role === 'user' && seq === lastSaid?.seq)
  const summary = told && { ...told, loaded: told.loaded.filter(({ n }) => n < count) }
  const pruned = head.pruned && { ...head.pruned, images: Math.min(head.pruned.images, (lastSaid?.seq ?? 1) - 1) }
  const loaded = new Set(summary?.loaded.map(({ id }) => id))
  const behind = messages.flatMap((row) =>
    row.role === 'assistant' && row.seq <= head.summaryCutAt ? row.calls.filter(({ id }) => loaded.has(id)) : [],
  )
  const sent = shortened(
    messages.filter(({ seq }) => seq > head.summaryCutAt),
    pruned,
    loaded,
  )
  return {
    ...rest,
    messages,
    summary,
    head: {
      ...head,
      count,
      ...(pruned && { pruned }),
      contextSize:
        sizeOfSummary(summary) + sizeOfMessages(sent) + behind.reduce((sum, call) => sum + sizeOfCall(call), 0),
      last: last === undefined ? null : lastEntry(last),
      lastUserSeq: lastSaid?.seq ?? 0,
      ...(lastSaid && { lastUser: { from: together[0]?.n ?? lastSaid.n, to: lastSaid.n } }),
    },
  }
}
