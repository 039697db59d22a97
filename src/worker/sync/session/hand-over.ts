import type { UserIntent } from '../../../agent/user-intent.ts'
import type { Answered } from '../../../protocol/published.ts'
import { inWords, type Refusal } from '../../../protocol/refusals.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import { refusal } from '../../refused.ts'
import { isBusy } from '../../session-item.ts'
import type { Listening } from '../devices/listen.ts'
import { type Answer, type Ask, AskedInput, answerOf } from '../devices/notes.ts'
import type { SharingPorts } from '../sharing-ports.ts'
import { randomId, type SharedStorage } from '../storage/shared-storage.ts'
import { whyStuck } from './refusals.ts'
import type { SharedSession } from './shared-session.ts'
import type { SharedSessions } from './shared-sessions.ts'

/** Questions to the owner of a session, and moving a session from one device to another. */
export type HandOver = {
  /**
   * Forwards an input to the owner. Resolves to the outcome; null: this device owns the session, or no device can be
   * asked.
   */
  ask: (id: string, sessionId: string, input: UserIntent) => Promise<Answered | null>
  /** Takes the session over. Resolves to the reason if that failed; null: it is ours. */
  take: (sessionId: string) => Promise<Refusal | null>
  /** Another device asks for something. null: it is not for this one, or cannot be said yet. */
  carryOut: (ask: Ask) => Promise<Answer | null>
}

export type HandOverPorts = Pick<SharingPorts, 'run'> & {
  db: Database
  storage: SharedStorage
  /** Resolves once the stored sessions are loaded. */
  started: Promise<void>
  others: Pick<Listening, 'ask' | 'drop' | 'isAlive'>
  sessions: Pick<SharedSessions, 'of' | 'ofLog'>
  isStopped: () => boolean
  taken: (row: SyncRow) => void
}

/** How long the device that has a session may take to answer, in ms: one at rest looks every minute. */
const ANSWER_LIMIT = 75_000
/** Milliseconds that a running owner gets to let go. */
const POLITE = 8000

export function makeHandOver(ports: HandOverPorts): HandOver {
  const { db, storage, started, sessions, others, isStopped } = ports

  /**
   * Lets a running owner finish its answer first. A courtesy only: an owner that does not let go in time loses the
   * session anyway.
   */
  const askPolitely = async (session: SharedSession): Promise<void> => {
    const { log, owner, sessionId } = session.row()
    if (owner || session.isFree() || !others.isAlive(log)) return
    const head = await db.get('sessions', sessionId)
    if (head === undefined || !isBusy(head)) return
    const ms = storage.patience ?? POLITE
    const until = Date.now() + ms
    const heard = others.ask({ id: randomId(), log }, ms)
    while (!session.isFree() && Date.now() < until && !isStopped()) {
      session.wake(0)
      await new Promise((resolve) => setTimeout(resolve, ms / 16))
    }
    others.drop(log)
    await heard
  }

  return {
    ask: async (id, sessionId, input) => {
      await started
      const session = sessions.of(sessionId)
      const asked = AskedInput.safeParse(input)
      if (session === undefined || !asked.success || whyStuck(session) !== null) return null
      const { log, owner, over, by } = session.row()
      if (owner || over) return null
      if (storage.closed !== undefined) return { type: 'refused', id, refusal: storage.closed }
      const answer = await others.ask({ id, log, input: asked.data }, ANSWER_LIMIT)
      if (session.row().owner) return null
      if (answer === null) return { type: 'refused', id, refusal: refusal('device-silent', { device: by }) }
      if (answer.refused !== null) return { type: 'refused', id, refusal: answer.why ?? inWords(answer.refused) }
      session.wake(0)
      return { type: 'acknowledged', id, outcome: 'committed' }
    },
    take: async (sessionId) => {
      await started
      const session = sessions.of(sessionId)
      if (session === undefined) return null
      if (storage.closed !== undefined && !session.row().owner) return storage.closed
      await askPolitely(session)
      if (await session.take()) {
        ports.taken(session.row())
        return null
      }
      const stuck = whyStuck(session)
      if (stuck !== null) return stuck
      // a pending take may still arrive, for as long as OUTDATED of session-transition.ts
      return refusal(session.row().pending === null ? 'storage-silent' : 'take-may-come')
    },
    carryOut: async (ask) => {
      const session = sessions.ofLog(ask.log)
      if (session === undefined || !session.mayWork()) return null
      if (ask.input === undefined) {
        session.giveBack()
        return { id: ask.id, refused: null }
      }
      const { sessionId } = session.row()
      const answered = await ports.run(ask.id, { kind: 'input', sessionId, input: ask.input })
      if (answered === null) return null
      return answerOf(ask.id, answered.type === 'refused' ? answered.refusal : null)
    },
  }
}
