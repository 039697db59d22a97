import { createSignal } from 'solid-js'
import * as z from 'zod/mini'
import type { KeyValue, Outbox } from '../worker-link/outbox.ts'

/**
 * What a person has typed, per session, in localStorage, until the message is known to be on disk. `sentAs` is the command
 * under which the text is on its way; the text stays until that is acknowledged.
 */
type Draft = { text: string; sentAs: string | null }
export type Drafts = {
  read: (sessionId: string) => Draft
  /** What was typed, on its way to nobody yet. False: the browser would not keep it, so it lives as long as this tab. */
  write: (sessionId: string, draft: Draft & { sentAs: null }) => boolean
  /** The id to send this text under: always the same one, also after a reload, so that what is sent twice is there once. */
  idOf: (sessionId: string, text: string) => string
  /** The command is on disk: its draft goes. */
  delivered: (commandId: string) => void
  /** The command was refused: its text may be edited again. `reason` is a sentence for the person. */
  refused: (commandId: string, reason: string) => void
  /** Another tab has changed localStorage: what it was told became of a message settles it here too. */
  changedElsewhere: (change: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) => void
  /** Changes whenever a draft was delivered or refused; reactive. */
  settled: () => { commandId: string; refusal: string | null } | null
}

/**
 * `id` belongs to exactly this text: other words get another one. Sending does not touch what is stored, and whether it is on its way is
 * the outbox's to say; so an entry that is missing there means a text that can be sent again, never one that was delivered.
 */
type Kept = { text: string; id: string }
const Kept = z.pipe(
  // drafts used to be stored with the id of their command alone
  z.object({ text: z.string(), id: z.optional(z.string()), sentAs: z.nullish(z.string()) }),
  z.transform(({ text, id, sentAs }): Kept => ({ text, id: id ?? sentAs ?? crypto.randomUUID() })),
)

const PREFIX = 'reflexor:draft:'
const keyOf = (sessionId: string): string => PREFIX + sessionId
/** Tabs share one draft per session; a message that another tab's draft must not replace, nor be replaced by, stands beside it. */
const besideKey = (main: string, id: string): string => `${main}:${id}`

export function makeDrafts(storage: KeyValue, outbox: Outbox): Drafts {
  const [settled, setSettled] = createSignal<{ commandId: string; refusal: string | null } | null>(null)
  // what localStorage would not take (too long, blocked) lives as long as the tab; `older`: what is still stored in its place
  const memory = new Map<string, Kept & { older: string | null }>()
  // what this tab's boxes show: another tab may have sent it since, and its draft be gone
  const shown = new Map<string, Kept>()

  const stored = (key: string): Kept | null => parse(storage.getItem(key))
  const at = (key: string): Kept | null => memory.get(key) ?? stored(key)
  const remove = (key: string, id: string): void => {
    const held = memory.get(key)
    if (held?.id === id) memory.delete(key)
    const there = stored(key)?.id
    if (there === id || (held?.id === id && there === held.older)) storage.removeItem(key)
  }
  /** Where it does not fit, what was stored before stays: a part of a text is better than nothing after a reload. */
  const put = (key: string, draft: Kept): boolean => {
    try {
      storage.setItem(key, JSON.stringify(draft))
      memory.delete(key)
      return true
    } catch {
      memory.set(key, { ...draft, older: stored(key)?.id ?? null })
      return false
    }
  }
  /** The old name goes first: a full storage has no room for both. False: there is no room for the longer name. */
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
  /** What stood beside a draft that is gone is the draft now. */
  const promote = (key: string, main: string): void => {
    const held = memory.get(key)
    move(key, main)
    if (held) memory.set(main, held)
    memory.delete(key)
  }
  const keysUnder = (prefix: string): string[] => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    return [...new Set([...memory.keys(), ...keys])].filter((key) => key.startsWith(prefix))
  }
  const keysOf = (main: string): string[] => [main, ...keysUnder(`${main}:`).sort()]

  return {
    read: (sessionId) => {
      const main = keyOf(sessionId)
      const key = keysOf(main).find((name) => at(name) !== null)
      const draft = key === undefined ? null : at(key)
      shown.delete(sessionId)
      if (key === undefined || draft === null) return { text: '', sentAs: null }
      shown.set(sessionId, draft)
      if (key !== main) promote(key, main)
      return { text: draft.text, sentAs: outbox.has(draft.id) ? draft.id : null }
    },
    write: (sessionId, { text }) => {
      const main = keyOf(sessionId)
      const there = stored(main)
      shown.delete(sessionId)
      if (there?.text === text) {
        shown.set(sessionId, there)
        memory.delete(main)
        return true
      }
      // only another tab can have sent it: while it is on its way nothing is typed here
      const isSent = there !== null && outbox.has(there.id)
      if (text === '') {
        memory.delete(main)
        if (!isSent) storage.removeItem(main)
        return true
      }
      const draft = { text, id: crypto.randomUUID() }
      shown.set(sessionId, draft)
      if (!isSent || move(main, besideKey(main, there.id))) return put(main, draft)
      memory.set(main, { ...draft, older: null })
      return false
    },
    idOf: (sessionId, text) => {
      const main = keyOf(sessionId)
      const key = keysOf(main).find((name) => at(name)?.text === text)
      const same = key === undefined ? null : at(key)
      if (key !== undefined && same !== null) {
        put(key, same)
        return same.id
      }
      const before = shown.get(sessionId)
      const id = before?.text === text ? before.id : crypto.randomUUID()
      put(at(main) === null ? main : besideKey(main, id), { text, id })
      return id
    },
    delivered: (commandId) => {
      for (const key of keysUnder(PREFIX)) remove(key, commandId)
      setSettled({ commandId, refusal: null })
    },
    refused: (commandId, reason) => {
      for (const [sessionId, { id }] of shown) if (id === commandId) shown.delete(sessionId)
      for (const key of keysUnder(PREFIX)) {
        const draft = at(key)
        if (draft?.id === commandId) put(key, { text: draft.text, id: crypto.randomUUID() })
      }
      setSettled({ commandId, refusal: reason })
    },
    changedElsewhere: ({ key, oldValue, newValue }) => {
      const before = key?.startsWith(PREFIX) ? parse(oldValue) : null
      if (key === null || before === null || outbox.has(before.id)) return
      const after = parse(newValue)
      if (after === null) setSettled({ commandId: before.id, refusal: null })
      else if (after.text === before.text && after.id !== before.id)
        setSettled({ commandId: before.id, refusal: 'This message was not sent: another tab was told why.' })
    },
    settled,
  }
}

function parse(json: string | null): Kept | null {
  try {
    const parsed = Kept.safeParse(JSON.parse(json ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
