import { changePlaces, journalAfter } from '../../../storage/places.ts'
import { highestSeq } from '../../../storage/restore.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import { changeShared, chooseShare, readShareChoices } from '../../../storage/settings/share-choices.ts'
import { firstPlace } from '../../../sync/log-state.ts'
import { randomId } from '../storage/shared-storage.ts'
import { logNamedAfter } from './same-name.ts'
import { isShareable } from './shareable.ts'
import type { SharedSession } from './shared-session.ts'
import { wereShared } from './without-storage.ts'

/**
 * Decides which sessions of this device are shared, and from when: from the first step with a connected storage, or
 * when a person says so.
 */
export type Beginnings = {
  /** Once for each session. Resolves to null when it is not shared. Rejects when it could not be stored. */
  begin: (sessionId: string) => Promise<SharedSession | null>
  /** Stores a person's choice; null: no choice. Resolves to the previous choice. Rejects with a DOMException. */
  choose: (sessionId: string, shared: boolean | null) => Promise<boolean | null>
  /** The same for a session with a place, stored in one transaction. Resolves to whether that worked. */
  keepChoice: (place: SyncRow, shared: boolean) => Promise<boolean>
}

export type BeginningPorts = {
  db: Database
  epoch: number
  /** Share only the sessions that a person chose. */
  onlyChosen: boolean
  /** Whether a session of this device has this log, follows it, or did until it was over. */
  isKnown: (log: string) => boolean
  /** Starts driving its log. null: sharing has ended. */
  add: (row: Parameters<typeof changePlaces>[2]['put'][number], committed: number) => SharedSession | null
  superseded: () => void
}

export function makeBeginnings({ db, epoch, onlyChosen, isKnown, add, superseded }: BeginningPorts): Beginnings {
  const made = new Map<string, Promise<SharedSession | null>>()

  const logFor = async (sessionId: string): Promise<string> => {
    const log = logNamedAfter(sessionId)
    // it may have one of that name in a storage where it was before
    return log === null || isKnown(log) || (await wereShared(db)).includes(sessionId) ? randomId() : log
  }
  const beginOnce = async (sessionId: string): Promise<SharedSession | null> => {
    // read from the database: a copy of a session brings its choice along
    if (!((await readShareChoices(db))[sessionId] ?? !onlyChosen)) return null
    const [first] = await journalAfter(db, sessionId, 0, 1)
    if (!isShareable(first)) return null
    const row = { ...firstPlace(await logFor(sessionId), true), sessionId, epoch, by: '' }
    // that its earlier log is over is remembered without it
    const before = await db.get('sync', sessionId)
    const ended = before?.over ? [{ ...before, sessionId: crypto.randomUUID(), epoch }] : []
    const outcome = await changePlaces(db, epoch, { put: [row, ...ended], remove: [] })
    if (outcome.type === 'stale-epoch') superseded()
    if (outcome.type !== 'written') throw new Error('Couldn’t save that this session is shared.')
    for (const each of ended) add(each, 0)
    return add(row, await highestSeq(db, sessionId))
  }
  return {
    begin: (sessionId) => {
      const same = made.get(sessionId)
      if (same !== undefined) return same
      const begun = beginOnce(sessionId)
      made.set(sessionId, begun)
      begun.catch(() => made.delete(sessionId))
      return begun
    },
    choose: async (sessionId, shared) => {
      const before = await chooseShare(db, sessionId, shared)
      made.delete(sessionId)
      return before
    },
    keepChoice: async (place, shared) => {
      const outcome = await changeShared(db, epoch, place, shared)
      if (outcome.type === 'stale-epoch') superseded()
      return outcome.type === 'written'
    },
  }
}
