import { MOST_MEMORY } from '../../settings/memory.ts'

/**
 * What the person typed, with the notes that came meanwhile and without those that went. `before`: what they had begun
 * with; `now`: what is remembered now. null: it does not simply join, because both have changed a line or it would be
 * too much.
 */
export function joinNotes(before: string, typed: string, now: string): string | null {
  const [had, has, mine] = [notesIn(before), notesIn(now), notesIn(typed)]
  const went = had.filter((note) => !has.includes(note))
  if (went.some((note) => !mine.includes(note))) return null
  const came = has.filter((note) => !had.includes(note) && !mine.includes(note))
  const kept = typed.split('\n').filter((line) => !went.includes(line))
  const joined = [kept.join('\n').trimEnd(), ...came].filter((part) => part !== '').join('\n')
  return joined.length > MOST_MEMORY ? null : joined
}

const notesIn = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
