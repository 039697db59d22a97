import type { Message } from '../../../agent/message.ts'

/** The person's messages among the loaded rows, newest first, without duplicates. */
export function sentBefore(rows: Readonly<Record<number, Message>>): string[] {
  const words = Object.values(rows)
    .filter((row) => row.role === 'user')
    .sort((a, b) => b.n - a.n)
    .map(({ content }) =>
      content
        .flatMap((block) => (block.type === 'text' ? [block.text] : []))
        .join('\n')
        .trim(),
    )
  return [...new Set(words)].filter((text) => text !== '')
}
