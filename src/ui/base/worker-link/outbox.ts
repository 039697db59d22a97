import * as z from 'zod/mini'
import { Command } from '../../../protocol/command.ts'
import { PROTOCOL_VERSION } from '../../../protocol/common.ts'
import { isPrivateSession } from '../../../settings/private-session.ts'

/**
 * Commands that may not be on disk yet. Each is one localStorage entry, so that tabs do not overwrite each other. Every
 * tab sees all of them, and any tab that receives the acknowledgement removes the entry. Entries carry the protocol
 * version of their tab: after an update, tabs of both versions are open, and entries of a newer version are left to
 * newer tabs.
 */
type OutboxEntry = { id: string; order: number; command: Command }
export type Outbox = {
  /**
   * False when the browser would not keep it (storage full or blocked): it is then held in memory only, as that of a
   * private session always is.
   */
  put: (entry: OutboxEntry) => boolean
  remove: (id: string) => void
  /** Also of a command of a newer version. Its absence is no acknowledgement: it may have been lost or set aside. */
  has: (id: string) => boolean
  /** Those this version can read, in the order of sending. */
  entries: () => OutboxEntry[]
}

export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'reflexor:outbox:'
const Entry = z.lazy(() => z.object({ id: z.string(), order: z.number(), command: Command }))
/** Entries without a version are of the first one. */
const Version = z.lazy(() => z.object({ version: z._default(z.int(), 1) }))

export function makeOutbox(storage: KeyValue, report: (problem: Error) => void): Outbox {
  const memory = new Map<string, OutboxEntry>()
  const stored = (): OutboxEntry[] => {
    const found: OutboxEntry[] = []
    for (const key of keysOf(storage)) {
      const entry = readEntry(storage.getItem(key))
      if (entry === 'newer') continue
      if (entry) found.push(entry)
      else {
        // unreadable: kept aside under another name, never thrown away and never read again
        report(new Error(`An unsent command could not be read: ${key}`))
        try {
          moveAside(storage, key)
        } catch (error) {
          // another tab used up the space in between; the others are still sent
          report(new Error('It could not be kept aside', { cause: error }))
        }
      }
    }
    return found
  }
  return {
    put: (entry) => {
      if (isPrivateSession(entry.command.sessionId)) {
        // it is to end with this page, as its session does
        memory.set(entry.id, entry)
        return true
      }
      try {
        storage.setItem(PREFIX + entry.id, JSON.stringify({ version: PROTOCOL_VERSION, ...entry }))
        return true
      } catch {
        memory.set(entry.id, entry)
        return false
      }
    },
    remove: (id) => {
      memory.delete(id)
      storage.removeItem(PREFIX + id)
    },
    has: (id) => memory.has(id) || storage.getItem(PREFIX + id) !== null,
    entries: () => [...stored(), ...memory.values()].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
  }
}

function keysOf(storage: KeyValue): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
    (key): key is string => key?.startsWith(PREFIX) ?? false,
  )
}

/**
 * The old name goes first: a full storage has no room for both. Where even the new one does not fit, it stays as it
 * was.
 */
function moveAside(storage: KeyValue, key: string): void {
  const text = storage.getItem(key) ?? ''
  storage.removeItem(key)
  try {
    storage.setItem(key.replace('outbox', 'unreadable'), text)
  } catch {
    storage.setItem(key, text)
  }
}

/** null: unreadable. */
function readEntry(text: string | null): OutboxEntry | 'newer' | null {
  try {
    const json: unknown = JSON.parse(text ?? '')
    const written = Version.safeParse(json)
    if (written.success && written.data.version > PROTOCOL_VERSION) return 'newer'
    const parsed = Entry.safeParse(json)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
