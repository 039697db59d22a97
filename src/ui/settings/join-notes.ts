import { MOST_MEMORY } from '../../settings/memory.ts'

/**
 * Joins the person’s edit with notes that were added or removed meanwhile. `before`: the text the edit began with;
 * `now`: the stored text. null: they can’t be joined, because both changed a line or the result is too long.
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
