import type { Message } from '../../src/agent/message.ts'
import type { SessionView } from '../../src/protocol/common.ts'
import { same, text } from './compare.ts'
import { TAIL } from './page/session-views.ts'
import type { Must, Rows } from './stored.ts'

/** One row of the conversation as it stands in the product's page, where only those near the view are. */
export type AppRow = { n: number; total: number; label: string; text: string }

/**
 * The bare page, which only applied deltas, shows the tail that it opened and all that came since, as it is on disk.
 */
export function checkView(
  { head, config, queue, messages }: Rows,
  { view }: { view: SessionView | undefined },
  must: Must,
): void {
  if (view === undefined) return must(false, 'no page shows it')
  must(same(view.head, head), `a page shows another head than is on disk:\n${text(view.head)}\n${text(head)}`)
  must(same(view.config, config), 'a page shows another configuration than is on disk')
  must(same(view.queue, queue), `a page shows another queue than is on disk:\n${text(view.queue)}\n${text(queue)}`)
  const shown = view.messages.map(({ n }) => n)
  const from = Math.min(shown[0] ?? head.count, Math.max(0, head.count - TAIL))
  const expected = Array.from({ length: head.count - from }, (_, place) => from + place)
  must(same(shown, expected), `a page shows the rows ${shown} of ${head.count}`)
  for (const row of view.messages) must(same(row, messages[row.n]), `a page shows another row ${row.n} than is on disk`)
}

/** The product's page stands at the end of the conversation. What is wrong with it; null: nothing. */
export function problemOfApp(rows: readonly AppRow[], messages: readonly Message[]): string | null {
  const last = messages.at(-1)
  if (last === undefined) return rows.length === 0 ? null : `the product's page shows rows of nothing: ${text(rows)}`
  const shown = rows.find(({ n }) => n === last.n)
  if (shown === undefined) return `the product's page does not show its last row, ${last.n}: ${text(rows)}`
  const other = rows.find(({ n, total, label }) => total !== messages.length || label !== labelOf(messages[n]))
  if (other !== undefined) return `the product's page shows another row than is on disk: ${text(other)}`
  if (last.role === 'user' || last.status !== 'complete') return null
  const end = words(last.content.map((block) => (block.type === 'text' ? block.text : '')).join('')).slice(-END)
  return words(shown.text).includes(end)
    ? null
    : `the product's page lacks the end of the last answer, “${end}”: ${text(shown)}`
}

/** Characters of the last answer's end that are looked for. */
const END = 60
const words = (value: string): string => value.replace(/\s+/g, ' ').trim()
const labelOf = (message: Message | undefined): string => (message?.role === 'user' ? 'You' : 'Assistant')
