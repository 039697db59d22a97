import type { Message } from '../../src/agent/message.ts'
import type { Must, Rows } from './stored.ts'

/**
 * What must be true of a session whose history was compressed, counted here without the transition: a summary stands
 * for a beginning that ends between two rounds, repeats the last message of the person whole, was said by the last
 * compression of the journal, and never grew backwards by itself.
 */
export function checkSummary({ head, summary, messages, journal }: Rows, must: Must): void {
  const cutAt = summary?.cutAt ?? 0
  must(head.summaryCutAt === cutAt, `the head says that the summary ends at ${head.summaryCutAt}, it ends at ${cutAt}`)
  const said = journal.flatMap(({ input }) => (input.type === 'brain-compress-history' ? [input] : []))
  must(cutAt === 0 || said.length > 0, 'there is a summary, and no compression in the journal')
  for (const { summary: text } of said) must(text.trim() !== '', 'a compression said nothing, and was taken')
  if (summary === null || cutAt === 0) return
  must(
    summary.edited === true || said.some(({ summary: text }) => text === summary.text),
    `nobody said the summary: ${summary.text.slice(0, 200)}`,
  )
  for (const row of messages) checkBorder(row, cutAt, must)
  const last = messages.findLast(({ role }) => role === 'user')
  if (last === undefined || last.seq > cutAt) return
  const together = messages.filter(({ role, seq }) => role === 'user' && seq === last.seq)
  for (const { n } of together)
    must(
      summary.words?.some((words) => words.n === n && words.whole) === true,
      `the last message of the person, row ${n}, is summarised and not repeated whole`,
    )
}

/** A row behind the summary has all its results, and had them before the summary was made. */
function checkBorder(row: Message, cutAt: number, must: Must): void {
  if (row.role === 'user' || row.seq > cutAt) return
  const open = row.calls.filter(({ result }) => result === null).map(({ id }) => id)
  must(open.length === 0, `row ${row.n} is summarised, and its calls ${open} have no result`)
}
