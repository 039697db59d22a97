import { createSignal } from 'solid-js'
import { z } from 'zod'
import type { Outbox } from '../connection/outbox.ts'

/**
 * What a person has typed, per session, in localStorage, until the message is known to be on disk (DESIGN 8). `sentAs` is the command
 * under which the text is on its way; the text stays until that is acknowledged.
 */
export type Draft = { text: string; sentAs: string | null }
export type Drafts = {
  read: (sessionId: string) => Draft
  /** False: the browser would not keep it, so it lives as long as this tab. */
  write: (sessionId: string, draft: Draft) => boolean
  /** The command is on disk: its draft goes. */
  delivered: (commandId: string) => void
  /** The command was refused: its text may be edited again. `reason` is a sentence for the person. */
  refused: (commandId: string, reason: string) => void
  /** Changes whenever a draft was delivered or refused; reactive. */
  settled: () => { commandId: string; refusal: string | null } | null
}

const Stored = z.object({ text: z.string(), sentAs: z.string().nullable() })
const EMPTY: Draft = { text: '', sentAs: null }
const keyOf = (sessionId: string): string => `reflexor:draft:${sessionId}`

export function makeDrafts(storage: Storage, outbox: Outbox): Drafts {
  const [settled, setSettled] = createSignal<{ commandId: string; refusal: string | null } | null>(null)
  // what localStorage would not take (too long, blocked) lives as long as the tab
  const memory = new Map<string, Draft>()

  const stored = (key: string): Draft => {
    try {
      const parsed = Stored.safeParse(JSON.parse(storage.getItem(key) ?? 'null'))
      return parsed.success ? parsed.data : EMPTY
    } catch {
      return EMPTY
    }
  }
  const remove = (key: string): void => {
    memory.delete(key)
    storage.removeItem(key)
  }
  const write = (key: string, draft: Draft): boolean => {
    remove(key)
    if (draft.text === '') return true
    try {
      storage.setItem(key, JSON.stringify(draft))
      return true
    } catch {
      memory.set(key, draft)
      return false
    }
  }
  const find = (commandId: string): [string, Draft] | null => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const key of [...memory.keys(), ...keys.filter((name) => name.startsWith('reflexor:draft:'))]) {
      const draft = memory.get(key) ?? stored(key)
      if (draft.sentAs === commandId) return [key, draft]
    }
    return null
  }

  return {
    read: (sessionId) => {
      const key = keyOf(sessionId)
      const draft = memory.get(key) ?? stored(key)
      if (draft.sentAs === null || outbox.has(draft.sentAs)) return draft
      // acknowledged to another tab while this one was away
      remove(key)
      return EMPTY
    },
    write: (sessionId, draft) => write(keyOf(sessionId), draft),
    delivered: (commandId) => {
      const found = find(commandId)
      if (found) remove(found[0])
      setSettled({ commandId, refusal: null })
    },
    refused: (commandId, reason) => {
      const found = find(commandId)
      if (found) write(found[0], { text: found[1].text, sentAs: null })
      setSettled({ commandId, refusal: reason })
    },
    settled,
  }
}
