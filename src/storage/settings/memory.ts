import * as z from 'zod/mini'
import { MOST_MEMORY } from '../../settings/memory.ts'
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

/** `full`: there is no room for it. `known`: it is there already. */
export async function addNote(db: Database, note: string): Promise<'added' | 'known' | 'full'> {
  const transaction = db.transaction('settings', 'readwrite')
  const text = textOf(await transaction.store.get(KEY))
  const line = lineOf(note)
  const lines = text.split('\n')
  const outcome = lines.includes(line) ? 'known' : text.length + line.length + 1 > MOST_MEMORY ? 'full' : 'added'
  const next = text.trim() === '' ? line : `${text.replace(/\n+$/, '')}\n${line}`
  await Promise.all([
    outcome === 'added' && transaction.store.put({ key: KEY, value: { text: next } }),
    transaction.done,
  ])
  return outcome
}

/** Removes the lines equal to this one and returns how many there were. */
export async function removeNote(db: Database, note: string): Promise<number> {
  const transaction = db.transaction('settings', 'readwrite')
  const lines = textOf(await transaction.store.get(KEY)).split('\n')
  const kept = lines.filter((line) => lineOf(line.replace(/^\s*[-*]\s+/, '')) !== lineOf(note))
  const gone = lines.length - kept.length
  await Promise.all([
    gone > 0 && transaction.store.put({ key: KEY, value: { text: kept.join('\n') } }),
    transaction.done,
  ])
  return gone
}

const lineOf = (note: string): string => `- ${note.replaceAll(/\s+/g, ' ').trim()}`

function textOf(row: { value: unknown } | undefined): string {
  if (row === undefined) return ''
  const parsed = Memory.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the memory', parsed.error)
  return parsed.data.text
}
