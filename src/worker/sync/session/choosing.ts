import { inWords, type Refusal } from '../../../protocol/refusals.ts'
import type { Database } from '../../../storage/schema.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { refusal } from '../../refused.ts'
import type { Listening } from '../devices/listen.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import type { Beginnings } from './beginnings.ts'
import { refusalOf, whyStuck } from './refusals.ts'
import type { SharedSession } from './shared-session.ts'
import type { SharedSessions } from './shared-sessions.ts'
import { isAtRest, workOf } from './work-of.ts'

/** What a person says about whether a session is shared. */
export type Choosing = {
  /** The person shares a session, or stops sharing it. Resolves to the reason if that failed; null: done. */
  choose: (sessionId: string, shared: boolean) => Promise<Refusal | null>
  /**
   * Continues without the storage: unsent changes become a session of this device only. Resolves to the reason if this
   * is not possible. Rejects if it could not be stored; then nothing has changed.
   */
  detach: (sessionId: string) => Promise<Refusal | null>
}

export type ChoosingPorts = {
  db: Database
  storage: Pick<SharedStorage, 'store' | 'vault'>
  /** Resolves once the stored sessions are loaded. */
  started: Promise<void>
  sessions: Pick<SharedSessions, 'of' | 'changed'>
  beginnings: Pick<Beginnings, 'begin' | 'choose'>
  others: Pick<Listening, 'stir'>
  isStopped: () => boolean
  report: (error: unknown) => void
}

const LIMIT = 60_000
const HEADER = { kind: 'header' } as const

const isLost = (session: SharedSession): boolean => {
  const { type } = session.standing()
  return type === 'lost' || type === 'emptied'
}

export function makeChoosing(ports: ChoosingPorts): Choosing {
  const { db, started, sessions, beginnings, others, isStopped, report } = ports
  const { begin, choose } = beginnings
  const beginNow = async (sessionId: string): Promise<void> => {
    const begun = await begin(sessionId)
    const head = await db.get('sessions', sessionId)
    if (head === undefined) return
    begun?.committed(head.seq, workOf(head, []))
    begun?.wake(0)
  }
  /** Sharing again after the storage was emptied also restores the storage's header. */
  const shareAgain = async (session: SharedSession): Promise<Refusal | null> => {
    const { store, vault } = ports.storage
    const isEmptied = session.standing().type === 'emptied'
    try {
      const words = new TextEncoder().encode(JSON.stringify({ format: 1, createdAt: Date.now() }))
      const signal = AbortSignal.timeout(LIMIT)
      if (isEmptied) await store.create(await vault.keyOf(HEADER), await vault.seal(HEADER, words), signal)
    } catch (error) {
      if (error instanceof StoreFailure) return inWords(error.problem.message)
      throw error
    }
    await session.shareAgain()
    if (isEmptied && !session.row().owner) await session.take()
    others.stir()
    return whyStuck(session)
  }
  return {
    choose: async (sessionId, shared) => {
      await started
      const session = sessions.of(sessionId)
      const row = session?.row()
      // the log of a permanently deleted session is closed: restored here, the session gets a new log
      const isOver = row?.over === true
      if (shared && session !== undefined && isLost(session)) return shareAgain(session)
      if (row !== undefined && !row.owner && !isOver) return refusalOf(session, row)
      const head = await db.get('sessions', sessionId)
      // no call may be open: another device could take over the log and run the call as well
      if (!shared && session !== undefined && (head === undefined || !isAtRest(head))) return refusal('still-at-work')
      if (session !== undefined && !isOver) await session.part(!shared)
      else await choose(sessionId, shared)
      if ((session === undefined || isOver) && shared && head !== undefined) beginNow(sessionId).catch(report)
      others.stir()
      return null
    },
    detach: async (sessionId) => {
      await started
      const session = sessions.of(sessionId)
      if (session === undefined) return null
      // a detached session is not shared again automatically
      const before = await choose(sessionId, false)
      const isAlone = (): boolean => sessions.of(sessionId) !== session
      try {
        const isUnsent = await session.detach()
        if (isAlone()) return null
        if (isUnsent || isStopped()) throw new Error('Couldn’t save that this session continues on its own.')
        return refusalOf(session, undefined) ?? refusal('all-sent')
      } finally {
        if (!isAlone()) {
          await choose(sessionId, before)
          // its machine was stopped for that
          sessions.changed(session)
        }
      }
    },
  }
}
