import { lastEntry } from './index-head.ts'
import type { UserMessage } from './message.ts'
import { shortened } from './shorten.ts'
import { sizeOfBlocks, sizeOfCall, sizeOfMessages, sizeOfSummary } from './size.ts'
import type { State, Summary } from './state.ts'

/**
 * Drops the rows from `count` on, from a state that holds every row. None of them may be running, and the summary must
 * not cover any. It costs as much as the whole session, so only copies pay it.
 */
export const cutRows = ({ head: before, summary: told, ...rest }: State, count: number): State => {
  const messages = rest.messages.filter(({ n }) => n < count)
  const { lastUser: _, ...head } = before
  const last = messages.at(-1)
  const lastSaid = messages.findLast(({ role }) => role === 'user')
  const together = messages.flatMap((row) => (row.role === 'user' && row.seq === lastSaid?.seq ? [row] : []))
  const callIds = new Set(messages.flatMap((row) => (row.role === 'assistant' ? row.calls.map(({ id }) => id) : [])))
  const summary = told && {
    ...told,
    ...wholeAgain(told, together),
    ...(told.before && { before: { ...told.before, ...wholeAgain(told.before, together) } }),
    loaded: told.loaded.filter(({ id }) => callIds.has(id)),
  }
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
  // the row in which the model read the plan is gone: the next request tells it
  const isGone = (row: number): boolean => row > head.summaryCutAt && messages.every(({ seq }) => seq !== row)
  const plan = rest.plan && { ...rest.plan, ...(rest.plan.row !== null && isGone(rest.plan.row) && { row: null }) }
  return {
    ...rest,
    messages,
    summary,
    plan,
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

/**
 * The summary was made when the person had a later message. Now the last one is behind the summary, so it is repeated
 * whole.
 */
const wholeAgain = (
  { cutAt, words = [] }: Pick<Summary, 'cutAt' | 'words'>,
  last: readonly UserMessage[],
): Pick<Summary, 'words'> => {
  const behind = last.filter(({ seq }) => seq <= cutAt)
  if (behind.every(({ n }) => words.some((kept) => kept.n === n && kept.whole))) return {}
  const others = words.filter((kept) => behind.every(({ n }) => n !== kept.n))
  return {
    words: [...others, ...behind.map(({ n, seq, content }) => ({ n, seq, size: sizeOfBlocks(content), whole: true }))],
  }
}
