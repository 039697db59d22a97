import type { Head } from '../../agent/head.ts'
import type { Input } from '../../agent/input.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { changePlaces, journalAfter } from '../../storage/places.ts'
import { highestSeq } from '../../storage/restore.ts'
import type { SyncRow } from '../../storage/schema.ts'
import { firstPlace } from '../../sync/log-state.ts'
import { isBusy, sessionItem } from '../session-item.ts'
import { makeKeep } from './keep-place.ts'
import { listen } from './listen.ts'
import { type SharedSession, shareSession } from './shared-session.ts'
import { randomId } from './shared-storage.ts'
import type { SharingPorts } from './sharing-ports.ts'

/** The sessions of this device that others may go on with, while a storage is connected. */
export type Sharing = {
  /** Why nothing may be said to this session here, in words; null: it may. */
  refusal: (sessionId: string) => string | null
  /** A step was committed. */
  committed: (inputs: readonly Input[], head: Head) => void
  /** Resolves when the journal up to `seq` stands in the log and the session is still ours; rejects when the signal is aborted. */
  published: (sessionId: string, seq: number, signal: AbortSignal) => Promise<void>
  /** A person goes on with it here. Resolves to why not, in words; null: it is ours. */
  take: (sessionId: string) => Promise<string | null>
  stop: () => void
}

/** A run is told of so soon, else it may wait longer. In ms. */
const WHILE_RUNNING = 1000
const WHEN_IDLE = 5000
/** What is told at once: what a person did, and that an answer is there. */
const AT_ONCE: ReadonlySet<Input['type']> = new Set([
  'user-send-message',
  'user-decide-tool-call',
  'user-settle-tool-call',
  'user-abort',
  'brain-send-message-complete',
])

export function startSharing(ports: SharingPorts, rows: readonly SyncRow[]): Sharing {
  const { db, epoch, storage, publish, report } = ports
  const sessions = new Map<string, SharedSession>()
  const beginnings = new Map<string, Promise<SharedSession | null>>()
  let stopped = false

  const add = (row: SyncRow, committed: number): SharedSession => {
    const session = shareSession(row, committed, { db, storage, keep, changed, report, nameOf: others.nameOf })
    sessions.set(row.sessionId, session)
    return session
  }
  const changed = (session: SharedSession): void => {
    const { sessionId } = session.row()
    if (sessions.get(sessionId) !== session || stopped) return
    if (session.mayWork()) ports.startMachine(sessionId)
    else ports.stopMachine(sessionId).catch(report)
    tell(sessionId).catch(report)
  }
  const tell = async (sessionId: string): Promise<void> => {
    const head = await db.get('sessions', sessionId)
    if (head !== undefined) publish({ type: 'sessions-changed', sessions: [sessionItem(head, '', placeOf(sessionId))] })
  }
  const placeOf = (sessionId: string): { by: string; seen: number | null } | undefined => {
    const session = sessions.get(sessionId)
    if (session === undefined || session.row().owner) return undefined
    return { by: session.row().by, seen: others.seen(session.row().log) }
  }
  const keep = makeKeep({
    ...ports,
    replace: (old, row) => {
      sessions.get(old)?.stop()
      sessions.delete(old)
      if (row !== null) add(row, 0).wake(0)
    },
    placeOf,
  })
  const others = listen({
    ...{ storage, report },
    sessions: () => sessions.values(),
    found: async (log, by) => {
      const row = { ...firstPlace(log, false), sessionId: crypto.randomUUID(), epoch, by }
      const outcome = await changePlaces(db, epoch, { put: [row], remove: [] })
      if (outcome.type === 'written' && !stopped) add(row, 0).wake(0)
    },
    seen: (sessionId) => void tell(sessionId).catch(report),
  })

  /** A session is shared from its first step on that is made while a storage is connected. */
  const begin = (sessionId: string): Promise<SharedSession | null> => {
    const same = beginnings.get(sessionId)
    if (same !== undefined) return same
    const made = (async (): Promise<SharedSession | null> => {
      const [first] = await journalAfter(db, sessionId, 0, 1)
      // inputs of an older version are not folded, here as in archives
      if (first === undefined || first.agentVersion !== AGENT_VERSION || first.input.type !== 'session-create')
        return null
      const row = { ...firstPlace(randomId(), true), sessionId, epoch, by: '' }
      const outcome = await changePlaces(db, epoch, { put: [row], remove: [] })
      if (outcome.type === 'stale-epoch') ports.superseded()
      if (outcome.type !== 'written') throw new Error('It could not be stored that this session is shared.')
      return stopped ? null : add(row, await highestSeq(db, sessionId))
    })()
    beginnings.set(sessionId, made)
    made.catch(() => beginnings.delete(sessionId))
    return made
  }

  const start = async (): Promise<void> => {
    for (const [n, row] of rows.entries()) {
      const committed = row.next === 0 && !row.owner ? 0 : await highestSeq(db, row.sessionId)
      if (!stopped) add(row, committed).wake(n * 50)
    }
  }
  // before that nobody may act: what `refusal` and `published` say
  const started = start()
  started.catch(report)
  const held = new Map(rows.map((row) => [row.sessionId, row]))

  return {
    refusal: (sessionId) => {
      const session = sessions.get(sessionId)
      const row = session?.row() ?? held.get(sessionId)
      if (row === undefined) return null
      const halt = session?.halt() ?? null
      if (halt !== null) return HALTED[halt]
      return row.owner ? null : wordsOf(row)
    },
    committed: (inputs, head) => {
      const { sessionId, count, seq } = head
      const session = sessions.get(sessionId)
      const isUrgent = inputs.some(({ type }) => AT_ONCE.has(type))
      const ms = isUrgent ? 0 : head.live.length > 0 ? WHILE_RUNNING : WHEN_IDLE
      if (session !== undefined) {
        session.committed(seq, isBusy(head))
        session.wake(ms)
      } else if (count > 0 && !held.has(sessionId))
        begin(sessionId).then((begun) => {
          begun?.committed(seq, isBusy(head))
          begun?.wake(ms)
        }, report)
    },
    published: async (sessionId, seq, signal) => {
      await started
      const session = sessions.get(sessionId) ?? (await begin(sessionId))
      session?.committed(seq, true)
      await session?.published(seq, signal)
    },
    take: async (sessionId) => {
      await started
      const session = sessions.get(sessionId)
      if (session === undefined) return null
      if (await session.take()) return null
      const halt = session.halt()
      return halt === null ? 'The storage did not answer. Try again.' : HALTED[halt]
    },
    stop: () => {
      stopped = true
      others.stop()
      for (const session of sessions.values()) session.stop()
    },
  }
}

const wordsOf = ({ by }: SyncRow): string =>
  `This session goes on on ${by || 'another device'}. Choose "Continue here" to go on with it on this one.`
const HALTED = {
  newer: 'Another device has written this session with a newer version of Reflexor. Reload to update this one.',
  rewritten:
    'The storage of your devices was changed: this session does not follow from what was there before. Nothing was taken over.',
  damaged: 'The storage of your devices holds something of this session that cannot be read. Nothing was taken over.',
  'gone-back':
    'The storage of your devices knows less of this session than this device: it was emptied, or put back. Nothing was sent.',
}
