import type { KeyValue } from '../worker-link/outbox.ts'
import { DRAFT_PREFIX, type DraftRecord, parseDraft } from './draft-record.ts'

/**
 * The drafts that all tabs share: per session the one typed last, under its main key, and beside it messages that
 * another tab's draft must not replace, nor be replaced by. What the storage would not take (too long, blocked) lives
 * as long as this tab.
 */
export type SharedDrafts = {
  /** The draft on disk, whatever this tab holds. */
  stored: (key: string) => DraftRecord | null
  at: (key: string) => DraftRecord | null
  /**
   * If it does not fit, the earlier draft stays stored: part of a text is better than nothing after a reload. False: it
   * did not fit.
   */
  put: (key: string, draft: DraftRecord) => boolean
  /** In this tab alone. */
  hold: (key: string, draft: DraftRecord) => void
  /** Drops what only this tab holds. */
  release: (key: string) => void
  /** Deletes the stored draft. */
  clear: (key: string) => void
  /** Drafts with this id go, wherever they stand. */
  remove: (id: string) => void
  /** Gives drafts with this id a new one. */
  rename: (id: string, fresh: string) => void
  /** Moves the main draft aside, under its own name. False: the storage has no room for the longer name. */
  moveAside: (main: string, id: string) => boolean
  /** What stood beside a draft that is gone is the main one now. */
  promote: (key: string, main: string) => void
  /** The main key and those beside it. */
  keysOf: (main: string) => string[]
}

export const besideKey = (main: string, id: string): string => `${main}:${id}`

export function makeSharedDrafts(storage: KeyValue): SharedDrafts {
  // `older`: the id of the draft that is still stored in its place
  const held = new Map<string, DraftRecord & { older: string | null }>()
  const stored = (key: string): DraftRecord | null => parseDraft(storage.getItem(key))
  /** The old name goes first: a full storage has no room for both. */
  const move = (from: string, to: string): boolean => {
    const text = storage.getItem(from)
    if (text === null) return true
    storage.removeItem(from)
    try {
      storage.setItem(to, text)
      return true
    } catch {
      storage.setItem(from, text)
      return false
    }
  }
  const keysUnder = (prefix: string): string[] => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return [...new Set([...held.keys(), ...keys])].filter((key) => key.startsWith(prefix))
  }
  const at = (key: string): DraftRecord | null => held.get(key) ?? stored(key)
  const put = (key: string, draft: DraftRecord): boolean => {
    try {
      storage.setItem(key, JSON.stringify(draft))
      held.delete(key)
      return true
    } catch {
      held.set(key, { ...draft, older: stored(key)?.id ?? null })
      return false
    }
  }
  return {
    stored,
    at,
    put,
    hold: (key, draft) => void held.set(key, { ...draft, older: null }),
    release: (key) => void held.delete(key),
    clear: (key) => storage.removeItem(key),
    remove: (id) => {
      for (const key of keysUnder(DRAFT_PREFIX)) {
        const mine = held.get(key)
        if (mine?.id === id) held.delete(key)
        const there = stored(key)?.id
        if (there === id || (mine?.id === id && there === mine.older)) storage.removeItem(key)
      }
    },
    rename: (id, fresh) => {
      for (const key of keysUnder(DRAFT_PREFIX)) {
        const draft = at(key)
        if (draft?.id === id) put(key, { ...draft, id: fresh })
      }
    },
    moveAside: (main, id) => move(main, besideKey(main, id)),
    promote: (key, main) => {
      const mine = held.get(key)
      move(key, main)
      if (mine) held.set(main, mine)
      held.delete(key)
    },
    keysOf: (main) => [main, ...keysUnder(`${main}:`).sort()],
  }
}
