import { createSignal } from 'solid-js'
import * as z from 'zod/mini'
import { AttachedBlock } from '../../agent/content.ts'
import type { KeyValue, Outbox } from '../worker-link/outbox.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import { type Recovered, sortOut } from './recover-drafts.ts'

/**
 * What a person has typed, per session, in localStorage, until the message is known to be on disk. `sentAs` is the command
 * under which the text is on its way; the text stays until that is acknowledged.
 */
export type Attached = z.infer<typeof AttachedBlock>
/** `attached`: what is sent before the text; its bytes are stored already. */
type Draft = { text: string; attached: Attached[]; sentAs: string | null }
export type Drafts = {
  read: (sessionId: string) => Draft
  /** Whether words of this session, or what is attached, are kept here. */
  has: (sessionId: string) => boolean
  /** What was typed, on its way to nobody yet. False: the browser would not keep it, so it lives as long as this tab. */
  write: (sessionId: string, draft: { text: string; attached?: Attached[]; sentAs: null }) => boolean
  /** The id to send this under: always the same one, also after a reload, so that what is sent twice is there once. */
  idOf: (sessionId: string, text: string, attached?: Attached[]) => string
  /** The command is on disk: its draft goes. */
  delivered: (commandId: string) => void
  /** The command was refused: its text may be edited again. `reason` is a sentence for the person. */
  refused: (commandId: string, reason: string) => void
  /** Another tab has changed localStorage: what it was told became of a message settles it here too. */
  changedElsewhere: (change: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) => void
  /** When what was typed is where a killed browser does not lose it. Rejects with an Error for the person. */
  stored: (sessionId: string) => Promise<void>
  /** What this tab and tabs that are gone had typed, beside what `read` gave. Rejects with an Error for the person. */
  recover: (sessionId: string) => Promise<Recovered>
  /** The words of these tabs, which are gone, are in the box here, or were given up: they go when the box's own are stored. */
  forget: (sessionId: string, tabs: readonly string[]) => void
  /** Changes whenever a draft was delivered or refused; reactive. */
  settled: () => { commandId: string; refusal: string | null } | null
}

/**
 * `id` belongs to exactly this text and what is attached: anything else gets another one. Sending does not touch what is stored, and whether it is on its way is
 * the outbox's to say; so an entry that is missing there means a text that can be sent again, never one that was delivered.
 */
type Kept = {
  text: string
  id: string
  attached?: Attached[] | undefined
  at?: number | undefined
  tab?: string | undefined
  sent?: boolean | undefined
}
/** What is this tab's alone: a storage that only its own pages see, and rows that survive a kill. */
export type Apart = { own: KeyValue; tab: () => string; kept: KeptDrafts }
const Kept = z.pipe(
  z.object({
    text: z.string(),
    id: z.optional(z.string()),
    sentAs: z.nullish(z.string()),
    attached: z.optional(z.array(AttachedBlock).check(z.maxLength(32))),
    at: z.optional(z.number()),
    tab: z.optional(z.string()),
    sent: z.optional(z.boolean()),
  }),
  // drafts used to be stored with the id of their command alone
  z.transform(({ id, sentAs, ...draft }): Kept => ({ ...draft, id: id ?? sentAs ?? crypto.randomUUID() })),
)

const keptOf = (text: string, id: string, attached: Attached[] = []): Kept =>
  attached.length === 0 ? { text, id } : { text, id, attached }
type What = Pick<Kept, 'text' | 'attached'>
const isSame = (one: What | null | undefined, other: What): boolean =>
  one?.text === other.text && blobsIn(one) === blobsIn(other)
const blobsIn = ({ attached = [] }: What): string => attached.map(({ blob, name }) => blob + (name ?? '')).join()

const PREFIX = 'reflexor:draft:'
const keyOf = (sessionId: string): string => PREFIX + sessionId
/** Tabs share the draft typed last per session, beside each tab's own; a message that another tab's draft must not replace, nor be replaced by, stands beside it. */
const besideKey = (main: string, id: string): string => `${main}:${id}`

/** `apart`: null where tabs need not be told apart (tests). */
export function makeDrafts(storage: KeyValue, outbox: Outbox, apart: Apart | null = null): Drafts {
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

  const keepOwn = (sessionId: string, draft: Kept | null): void => {
    if (apart === null) return
    const name = keyOf(sessionId)
    const hasWords = draft !== null && draft.text !== ''
    apart.kept.keep(sessionId, hasWords ? { text: draft.text, id: draft.id, at: draft.at ?? 0 } : null)
    apart.own.removeItem(name)
    try {
      if (draft !== null) apart.own.setItem(name, JSON.stringify(draft))
    } catch {
      // too long for it: the kept row has it
    }
  }
  /** This tab's own draft, unless it has become a message while the tab was reloading, or was refused then and has another id. */
  const ownDraft = (sessionId: string): Kept | null => {
    const own = parse(apart?.own.getItem(keyOf(sessionId)) ?? null)
    const shared = stored(keyOf(sessionId))
    if (own === null || isSame(shared, own)) return null
    return own.sent && !outbox.has(own.id) ? null : own
  }
  /** Sessions in which this tab's own draft has this id. */
  const ownersOf = (id: string): string[] => {
    const { own } = apart ?? {}
    const keys = Array.from({ length: own?.length ?? 0 }, (_, index) => own?.key(index) ?? '')
    return keys.flatMap((key) =>
      key.startsWith(PREFIX) && parse(own?.getItem(key) ?? null)?.id === id ? [key.slice(PREFIX.length)] : [],
    )
  }

  return {
    read: (sessionId) => {
      const main = keyOf(sessionId)
      const own = ownDraft(sessionId)
      if (own !== null) {
        shown.set(sessionId, own)
        return { text: own.text, attached: own.attached ?? [], sentAs: outbox.has(own.id) ? own.id : null }
      }
      const key = keysOf(main).find((name) => at(name) !== null)
      const draft = key === undefined ? null : at(key)
      shown.delete(sessionId)
      if (key === undefined || draft === null) return { text: '', attached: [], sentAs: null }
      shown.set(sessionId, draft)
      if (key !== main) promote(key, main)
      return { text: draft.text, attached: draft.attached ?? [], sentAs: outbox.has(draft.id) ? draft.id : null }
    },
    has: (sessionId) => at(keyOf(sessionId)) !== null || parse(apart?.own.getItem(keyOf(sessionId)) ?? null) !== null,
    write: (sessionId, { text, attached = [] }) => {
      const main = keyOf(sessionId)
      const there = stored(main)
      shown.delete(sessionId)
      const typed = { at: Date.now(), tab: apart?.tab() }
      if (there !== null && isSame(there, { text, attached })) {
        shown.set(sessionId, there)
        keepOwn(sessionId, { ...there, ...typed })
        memory.delete(main)
        return true
      }
      // only another tab can have sent it: while it is on its way nothing is typed here
      const isSent = there !== null && outbox.has(there.id)
      if (text === '' && attached.length === 0) {
        keepOwn(sessionId, null)
        memory.delete(main)
        if (!isSent) storage.removeItem(main)
        return true
      }
      const draft = { ...keptOf(text, crypto.randomUUID(), attached), ...typed }
      shown.set(sessionId, draft)
      keepOwn(sessionId, draft)
      if (!isSent || move(main, besideKey(main, there.id))) return put(main, draft)
      memory.set(main, { ...draft, older: null })
      return false
    },
    idOf: (sessionId, text, attached = []) => {
      const what = { text, attached }
      const main = keyOf(sessionId)
      const key = keysOf(main).find((name) => isSame(at(name), what))
      const same = key === undefined ? null : at(key)
      if (key !== undefined && same !== null) {
        put(key, same)
        keepOwn(sessionId, { ...same, sent: true })
        return same.id
      }
      const before = shown.get(sessionId)
      const id = before !== undefined && isSame(before, what) ? before.id : crypto.randomUUID()
      const draft = keptOf(text, id, attached)
      put(at(main) === null ? main : besideKey(main, id), draft)
      keepOwn(sessionId, { ...draft, at: Date.now(), sent: true })
      return id
    },
    delivered: (commandId) => {
      for (const key of keysUnder(PREFIX)) remove(key, commandId)
      for (const sessionId of ownersOf(commandId)) keepOwn(sessionId, null)
      setSettled({ commandId, refusal: null })
    },
    refused: (commandId, reason) => {
      const fresh = crypto.randomUUID()
      for (const [sessionId, { id }] of shown) if (id === commandId) shown.delete(sessionId)
      for (const key of keysUnder(PREFIX)) {
        const draft = at(key)
        if (draft?.id === commandId) put(key, { ...draft, id: fresh })
      }
      for (const sessionId of ownersOf(commandId)) {
        const own = parse(apart?.own.getItem(keyOf(sessionId)) ?? null)
        if (own !== null) keepOwn(sessionId, { ...own, id: fresh, sent: false })
      }
      setSettled({ commandId, refusal: reason })
    },
    changedElsewhere: ({ key, oldValue, newValue }) => {
      const before = key?.startsWith(PREFIX) ? parse(oldValue) : null
      if (key === null || before === null || outbox.has(before.id)) return
      const after = parse(newValue)
      if (after === null) setSettled({ commandId: before.id, refusal: null })
      else if (isSame(after, before) && after.id !== before.id)
        setSettled({ commandId: before.id, refusal: 'This message was not sent: another tab was told why.' })
    },
    stored: async (sessionId) => apart?.kept.stored(sessionId),
    recover: async (sessionId) => {
      if (apart === null) return { text: null, settled: [], others: [] }
      const kept = await apart.kept.list(sessionId)
      const unsent = kept.filter(({ id }) => !outbox.has(id))
      const box = shown.get(sessionId) ?? null
      const found = sortOut(box, unsent, apart.tab())
      // what came into the box from a tab that is gone is this tab's from now on: stored as such before the other row goes
      if (box !== null && found.text === null && found.settled.length > 0) keepOwn(sessionId, box)
      return found
    },
    forget: (sessionId, tabs) =>
      void apart?.kept.stored(sessionId).then(
        () => {
          for (const tab of tabs) apart.kept.drop(sessionId, tab)
        },
        () => {}, // they stay, and are offered again
      ),
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
