import type { KeyValue, Outbox } from '../worker-link/outbox.ts'
import { DRAFT_PREFIX, type DraftRecord, draftKey, draftOf, isSameDraft, parseDraft } from './draft-record.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import type { Recovered } from './recover-drafts.ts'

/** Storage of one tab: sessionStorage, and rows that survive a kill. */
export type Apart = { own: KeyValue; tab: () => string; kept: KeptDrafts }

/** This tab's own drafts: other tabs neither see nor replace them. */
export type OwnDrafts = {
  at: (sessionId: string) => DraftRecord | null
  /** Null: it goes. */
  keep: (sessionId: string, draft: DraftRecord | null) => void
  /** The draft with this id goes. */
  remove: (id: string) => void
  /** The draft with this id was not sent after all and gets a new id. */
  rename: (id: string, fresh: string) => void
  /** Resolves when the draft survives a kill of the browser. Rejects with an Error for the person. */
  stored: (sessionId: string) => Promise<void>
  /**
   * What this tab and tabs that are gone had typed, beside what the box shows by then (null: nothing). Rejects with an
   * Error for the person.
   */
  recover: (sessionId: string, shown: () => DraftRecord | null) => Promise<Recovered>
  /** Words of these tabs go when this tab's own are stored. */
  forget: (sessionId: string, tabs: readonly string[]) => void
}

/** `apart` null: tabs need not be told apart (tests). */
export function makeOwnDrafts(apart: Apart | null, outbox: Pick<Outbox, 'has'>): OwnDrafts {
  if (apart === null) return NONE
  const { own, kept, tab } = apart
  const at = (sessionId: string): DraftRecord | null => parseDraft(own.getItem(draftKey(sessionId)))
  const ownersOf = (id: string): string[] => {
    const keys = Array.from({ length: own.length }, (_, index) => own.key(index) ?? '')
    return keys.flatMap((key) =>
      key.startsWith(DRAFT_PREFIX) && parseDraft(own.getItem(key))?.id === id ? [key.slice(DRAFT_PREFIX.length)] : [],
    )
  }
  const keep = (sessionId: string, draft: DraftRecord | null): void => {
    kept.keep(sessionId, draft === null || isEmpty(draft) ? null : { ...draftOf(draft, draft.id), at: draft.at ?? 0 })
    own.removeItem(draftKey(sessionId))
    try {
      if (draft !== null) own.setItem(draftKey(sessionId), JSON.stringify(draft))
    } catch {
      // too long for it: the kept row has it
    }
  }
  return {
    at,
    keep,
    remove: (id) => {
      for (const sessionId of ownersOf(id)) keep(sessionId, null)
    },
    rename: (id, fresh) => {
      for (const sessionId of ownersOf(id)) {
        const draft = at(sessionId)
        if (draft !== null) keep(sessionId, { ...draft, id: fresh, sent: false })
      }
    },
    stored: kept.stored,
    recover: async (sessionId, shown) => {
      const unsent = (await kept.list(sessionId)).filter(({ id }) => !outbox.has(id))
      if (unsent.length === 0) return NOTHING
      const { sortOut } = await import('./recover-drafts.ts')
      const box = shown()
      const found = sortOut(box, unsent, tab())
      // text taken over from a tab that is gone belongs to this tab now: store it before the other row is deleted
      if (box !== null && found.newer === null && found.settled.length > 0) keep(sessionId, box)
      return found
    },
    forget: (sessionId, tabs) =>
      void kept.stored(sessionId).then(
        () => {
          for (const each of tabs) kept.drop(sessionId, each)
        },
        () => {}, // they stay, and are offered again
      ),
  }
}

const isEmpty = (draft: DraftRecord): boolean => isSameDraft(draft, { text: '' })
const NOTHING: Recovered = { newer: null, settled: [], others: [] }
const NONE: OwnDrafts = {
  at: () => null,
  keep: () => {},
  remove: () => {},
  rename: () => {},
  stored: async () => {},
  recover: async () => NOTHING,
  forget: () => {},
}
