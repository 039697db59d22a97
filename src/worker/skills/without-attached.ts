import type { Message } from '../../agent/message.ts'

/** Shorter lines say nothing: a bracket, a heading, a word. */
const SHORTEST = 16
const LEFT_OUT = '[a line of an attached file]'

/**
 * Replaces lines of a text that are lines of attached files, which are private. `words`: texts of the attached files
 * themselves; what the tools have read of these files is found in the rows.
 */
export function withoutAttached(text: string, rows: readonly Message[], words: readonly string[]): string {
  const attached = new Set(
    rows.flatMap((row) =>
      row.role === 'user'
        ? row.content.flatMap((block) => ('file' in block && block.file !== undefined ? [block.file.path] : []))
        : [],
    ),
  )
  const lines = new Set([...words, ...readOf(rows, attached)].flatMap(linesOf))
  const isPrivate = (line: string): boolean => {
    const bare = line.replace(/^[>\s]+/, '').trim()
    return bare.length >= SHORTEST && lines.has(bare)
  }
  return text
    .split('\n')
    .map((line) => (isPrivate(line) ? line.replace(/[^>\s].*$/, LEFT_OUT) : line))
    .join('\n')
}

const readOf = (rows: readonly Message[], attached: ReadonlySet<string>): string[] =>
  rows.flatMap((row) => {
    if (row.role === 'user') return []
    const calls = row.calls.filter(({ args }) => [...attached].some((path) => args.includes(JSON.stringify(path))))
    return calls.flatMap(({ result }) =>
      (result?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])),
    )
  })

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST)
