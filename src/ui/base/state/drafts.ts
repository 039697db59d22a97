import { createSignal } from 'solid-js'
import type { KeyValue, Outbox } from '../worker-link/outbox.ts'
import { shortId } from '../worker-link/short-id.ts'
import { DRAFT_PREFIX, type DraftRecord, draftKey, draftOf, isSameDraft, parseDraft } from './draft-record.ts'
import { type Apart, makeOwnDrafts } from './own-drafts.ts'
import type { Recovered } from './recover-drafts.ts'
import { besideKey, makeSharedDrafts } from './shared-drafts.ts'

/** An attachment whose bytes are stored already. It is sent before the text. */
export type Attached = NonNullable<DraftRecord['attached']>[number]

/** Name of the start page's draft, which has no session until it is sent. */
export const HOME = 'home'

/** `sentAs`: the command under which it is on its way; the text stays until that is acknowledged. */
type Draft = { text: string; attached: Attached[]; sentAs: string | null }
/** What a person has typed, for each session, until the message is on disk. */
export type Drafts = {
  read: (sessionId: string) => Draft
  /** Whether a text or attachment of this session is kept here. */
  has: (sessionId: string) => boolean
  /** Stores an unsent text. False: the browser did not store it, so it lasts as long as this tab. */
  write: (sessionId: string, draft: { text: string; attached?: Attached[]; sentAs: null }) => boolean
  /** The id for sending this draft. It is the same after a reload, so a message that is sent twice arrives once. */
  idOf: (sessionId: string, text: string, attached?: Attached[]) => string
  /** The command is on disk: its draft goes. */
  delivered: (commandId: string) => void
  /** The command was refused: its text may be edited again. `reason` is a sentence for the person. */
  refused: (commandId: string, reason: string) => void
  /** Another tab has changed localStorage: the outcome of a message that it was told settles the message here, too. */
  changedElsewhere: (change: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) => void
  /** Resolves when the draft survives a kill of the browser. Rejects with an Error for the person. */
  stored: (sessionId: string) => Promise<void>
  /** What this tab and tabs that are gone had typed, beside what `read` gave. Rejects with an Error for the person. */
  recover: (sessionId: string) => Promise<Recovered>
  /**
   * The words of these tabs, which are gone, are in the box here, or were given up: they go when the box's own are
   * stored.
   */
  forget: (sessionId: string, tabs: readonly string[]) => void
  /** Changes whenever a draft was delivered or refused; reactive. */
  settled: () => { commandId: string; refusal: string | null } | null
}

/** `apart`: null where tabs need not be told apart (tests). */
export function makeDrafts(storage: KeyValue, outbox: Outbox, apart: Apart | null = null): Drafts {
  const [settled, setSettled] = createSignal<{ commandId: string; refusal: string | null } | null>(null)
  const shared = makeSharedDrafts(storage)
  const own = makeOwnDrafts(apart, outbox)
  // what this tab's boxes show: another tab may have sent it since, and its draft be gone
  const shown = new Map<string, DraftRecord>()

  /** This tab sent it, and while it was reloading it has become a message, or was refused and has another id. */
  const hasArrived = ({ sent, id }: DraftRecord): boolean => sent === true && !outbox.has(id)
  /** The draft for the message box: this tab's own, else the one that all tabs share. */
  const toShow = (sessionId: string): DraftRecord | null => {
    const main = draftKey(sessionId)
    const mine = own.at(sessionId)
    if (mine !== null && !isSameDraft(shared.stored(main), mine) && !hasArrived(mine)) return mine
    const key = shared.keysOf(main).find((name) => shared.at(name) !== null)
    if (key === undefined) return null
    const draft = shared.at(key)
    if (key !== main) shared.promote(key, main)
    return draft
  }

  return {
    read: (sessionId) => {
      const draft = toShow(sessionId)
      if (draft === null) {
        shown.delete(sessionId)
        return { text: '', attached: [], sentAs: null }
      }
      shown.set(sessionId, draft)
      return { text: draft.text, attached: draft.attached ?? [], sentAs: outbox.has(draft.id) ? draft.id : null }
    },
    has: (sessionId) => shared.at(draftKey(sessionId)) !== null || own.at(sessionId) !== null,
    write: (sessionId, { text, attached = [] }) => {
      const main = draftKey(sessionId)
      const there = shared.stored(main)
      shown.delete(sessionId)
      const typed = { at: Date.now(), tab: apart?.tab() }
      if (there !== null && isSameDraft(there, { text, attached })) {
        shown.set(sessionId, there)
        own.keep(sessionId, { ...there, ...typed })
        shared.release(main)
        return true
      }
      // only another tab can have sent it: while it is on its way nothing is typed here
      const isSent = there !== null && outbox.has(there.id)
      if (text === '' && attached.length === 0) {
        own.keep(sessionId, null)
        shared.release(main)
        if (!isSent) shared.clear(main)
        return true
      }
      const draft = { ...draftOf({ text, attached }, shortId()), ...typed }
      shown.set(sessionId, draft)
      own.keep(sessionId, draft)
      if (!isSent || shared.moveAside(main, there.id)) return shared.put(main, draft)
      shared.hold(main, draft)
      return false
    },
    idOf: (sessionId, text, attached = []) => {
      const what = { text, attached }
      const main = draftKey(sessionId)
      const key = shared.keysOf(main).find((name) => isSameDraft(shared.at(name), what))
      const same = key === undefined ? null : shared.at(key)
      if (key !== undefined && same !== null) {
        shared.put(key, same)
        own.keep(sessionId, { ...same, sent: true })
        return same.id
      }
      const before = shown.get(sessionId)
      const id = before !== undefined && isSameDraft(before, what) ? before.id : shortId()
      const draft = draftOf(what, id)
      shared.put(shared.at(main) === null ? main : besideKey(main, id), draft)
      own.keep(sessionId, { ...draft, at: Date.now(), sent: true })
      return id
    },
    delivered: (commandId) => {
      shared.remove(commandId)
      own.remove(commandId)
      setSettled({ commandId, refusal: null })
    },
    refused: (commandId, reason) => {
      const fresh = shortId()
      for (const [sessionId, { id }] of shown) if (id === commandId) shown.delete(sessionId)
      shared.rename(commandId, fresh)
      own.rename(commandId, fresh)
      setSettled({ commandId, refusal: reason })
    },
    changedElsewhere: ({ key, oldValue, newValue }) => {
      const before = key?.startsWith(DRAFT_PREFIX) ? parseDraft(oldValue) : null
      if (key === null || before === null || outbox.has(before.id)) return
      const after = parseDraft(newValue)
      if (after === null) setSettled({ commandId: before.id, refusal: null })
      else if (isSameDraft(after, before) && after.id !== before.id)
        setSettled({ commandId: before.id, refusal: 'This message was not sent. Another tab shows why.' })
    },
    stored: own.stored,
    recover: (sessionId) => own.recover(sessionId, () => shown.get(sessionId) ?? null),
    forget: own.forget,
    settled,
  }
}
