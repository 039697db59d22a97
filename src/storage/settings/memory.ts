import * as z from 'zod/mini'
import { type NoteOutcome, withNote, withoutNote } from '../../settings/notes.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'

/** `memory.md`: notes that outlive a session, one per line. Neither session state nor part of an export. */

const KEY = 'memory'
const Memory = z.object({ text: z.string() })

/** '' if nothing was ever remembered. Rejects with DamagedRecord or a DOMException. */
export async function readMemory(db: Database): Promise<string> {
  return textOf(await db.get('settings', KEY))
}

/**
 * Replaces the text. With `before`: only if that is the current text, otherwise nothing is written and it returns
 * false. Rejects with DamagedRecord (with `before`) or a DOMException.
 */
export async function writeMemory(db: Database, text: string, before?: string): Promise<boolean> {
  const transaction = db.transaction('settings', 'readwrite')
  const now = before === undefined ? before : textOf(await transaction.store.get(KEY))
  // a repeat after a lost answer finds its own text
  const asKnown = now === before || now === text
  await Promise.all([asKnown && transaction.store.put({ key: KEY, value: { text } }), transaction.done])
  return asKnown
}

/** Adds one line. Rejects with DamagedRecord or a DOMException. */
export async function addNote(db: Database, note: string): Promise<NoteOutcome> {
  const transaction = db.transaction('settings', 'readwrite')
  const { outcome, text } = withNote(textOf(await transaction.store.get(KEY)), note)
  await Promise.all([outcome === 'added' && transaction.store.put({ key: KEY, value: { text } }), transaction.done])
  return outcome
}

/** Removes the lines equal to this one and returns how many there were. */
export async function removeNote(db: Database, note: string): Promise<number> {
  const transaction = db.transaction('settings', 'readwrite')
  const { removed, text } = withoutNote(textOf(await transaction.store.get(KEY)), note)
  await Promise.all([removed > 0 && transaction.store.put({ key: KEY, value: { text } }), transaction.done])
  return removed
}

function textOf(row: { value: unknown } | undefined): string {
  if (row === undefined) return ''
  const parsed = Memory.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the memory', parsed.error)
  return parsed.data.text
}
