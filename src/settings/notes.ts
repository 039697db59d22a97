import { MOST_MEMORY } from './memory.ts'

/** Notes that are remembered: a text with one per line. */

/** `full`: there is no room for it. `known`: it is there already. */
export type NoteOutcome = 'added' | 'known' | 'full'

export function withNote(text: string, note: string): { outcome: NoteOutcome; text: string } {
  const line = lineOf(note)
  if (text.split('\n').includes(line)) return { outcome: 'known', text }
  if (text.length + line.length + 1 > MOST_MEMORY) return { outcome: 'full', text }
  return { outcome: 'added', text: text.trim() === '' ? line : `${text.replace(/\n+$/, '')}\n${line}` }
}

/** Without the lines equal to this note. `removed`: how many there were. */
export function withoutNote(text: string, note: string): { removed: number; text: string } {
  const lines = text.split('\n')
  const kept = lines.filter((line) => lineOf(line.replace(/^\s*[-*]\s+/, '')) !== lineOf(note))
  return { removed: lines.length - kept.length, text: kept.join('\n') }
}

const lineOf = (note: string): string => `- ${note.replaceAll(/\s+/g, ' ').trim()}`
