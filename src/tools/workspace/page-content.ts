import type { ToolText } from '../tool.ts'
import type { TextPage } from './text-page.ts'

/** A note for a page that is not the whole text; null if it is. */
function pageNote(page: TextPage, fromLine: number, how: string): string | null {
  const { lines, lastLine, next } = page
  if (!next) return fromLine === 1 && lastLine === lines ? null : `[Lines ${fromLine} to ${lastLine} of ${lines}.]`
  const column = next.column > 1 ? ` and from_column ${next.column}` : ''
  return `[Lines ${fromLine} to ${lastLine} of ${lines}. Read on with ${how} from_line ${next.line}${column}.]`
}

/** What the model gets: the exact page, then the note. Never empty: providers refuse blocks without words. */
export function pageContent(page: TextPage, fromLine: number, how: string): ToolText[] {
  const note = pageNote(page, fromLine, how)
  const blank = page.text === '' ? '(empty)' : `(only white space: ${JSON.stringify(page.text)})`
  const body: ToolText = { type: 'text', text: page.text.trim() === '' ? blank : page.text }
  return note === null ? [body] : [body, { type: 'text', text: note }]
}
