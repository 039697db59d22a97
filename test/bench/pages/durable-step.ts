import { effectsAt } from '../../../src/agent/effects-at.ts'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { EffectDispatch } from '../../../src/moorex/definition.ts'
import type { FromWorker } from '../../../src/protocol/from-worker.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import { highestSeq, restoreSession } from '../../../src/storage/restore.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { sessionItem } from '../../../src/worker/session-item.ts'
import { runSession, type Session } from '../../../src/worker/writer/session.ts'
import { said } from '../../support/said.ts'
import { prose } from './prose.ts'
import { type Written, watchWrites } from './watch-writes.ts'

export type StepFigures = { milliseconds: number; bytes: number; requests: number; bare: number; apart: number }

/** A restored session whose steps can be timed one by one. */
export type SteppingSession = {
  step: (turn: number) => Promise<{ milliseconds: number; written: Written }>
  stop: () => void
}

/**
 * Restores a session and runs its real machine on the real storage; of the effects only the start is real. A step is: a
 * message comes in, is committed and published to a page and to other tabs, and the asking that it wants has been
 * started.
 */
export async function openStepping(
  db: Database,
  epoch: number,
  sessionId: string,
  publish: (message: FromWorker) => void,
): Promise<SteppingSession> {
  const restored = await restoreSession(db, sessionId)
  if (restored.type !== 'restored') throw new Error(`Not restored: ${restored.type}`)
  let started: ((dispatch: EffectDispatch<Unstamped>) => void) | null = null
  const session: Session = runSession(restored.state, await highestSeq(db, sessionId), {
    commit: async ({ inputs, delta, previous }) => {
      const previousSeq = previous.head.seq
      const outcome = await commitBatch(db, {
        epoch,
        sessionId,
        inputs,
        delta,
        previousSeq,
        strict: false,
        endedStreams: [],
      })
      if (outcome.type !== 'committed') throw new Error(`Not committed: ${outcome.type}`)
    },
    committed: ({ delta, previous, next }) => {
      publish({ type: 'delta', sessionId, after: previous.head.seq, seq: next.head.seq, delta })
      publish({ type: 'sessions-changed', sessions: [sessionItem(next.head)] })
    },
    commitFailed: (error) => {
      throw error
    },
    runEffect: (effect) => ({
      start: (dispatch) => {
        if (effect.kind === 'ask-brain') started?.(dispatch)
        return new Promise(() => {})
      },
      cancel: () => {},
    }),
    reading: () => false,
    safe: false,
    now: Date.now,
    report: (error) => {
      throw error
    },
  })

  return {
    step: async (turn) => {
      const messageId = crypto.randomUUID()
      const content = [{ type: 'text' as const, text: prose(80, turn) }]
      const writes = watchWrites()
      const before = performance.now()
      const start = new Promise<number>((resolve) => {
        started = () => resolve(performance.now())
      })
      void session.dispatch(
        said({
          type: 'user-send-message',
          messageId,
          content,
          delivery: 'steer',
          commandId: messageId,
        }),
      )
      const milliseconds = (await start) - before
      const written = writes.end()
      await answer(session, turn)
      return { milliseconds, written }
    },
    stop: session.stop,
  }
}

/** Brings the session to rest again, outside the measurement. */
async function answer(session: Session, turn: number): Promise<void> {
  const asking = Object.values(effectsAt(session.state())).find((effect) => effect.kind === 'ask-brain')
  if (asking?.kind !== 'ask-brain') throw new Error('Nothing was asked')
  const work = { cut: asking.cut, attempt: asking.attempt }
  const usage = { input: 900, output: 90, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const content = [{ type: 'text' as const, text: prose(300, turn) }]
  await session.dispatch({ type: 'brain-send-message-start', ...work, model: session.state().config.model })
  await session.dispatch({
    type: 'brain-send-message-complete',
    ...work,
    content,
    stopReason: 'stop',
    usage,
    cost: 0.001,
  })
}

/**
 * One transaction that puts exactly what a step has written: as one value, or (`apart`) each row into a store of its
 * own.
 */
export function bareTransaction(bare: IDBDatabase, values: readonly unknown[], apart: boolean): Promise<number> {
  const stores = apart ? values.map((_, index) => `rows-${index}`) : ['rows']
  return new Promise((resolve, reject) => {
    const before = performance.now()
    const transaction = bare.transaction(stores, 'readwrite', { durability: 'relaxed' })
    for (const [index, store] of stores.entries()) transaction.objectStore(store).put(apart ? values[index] : values)
    transaction.commit()
    transaction.oncomplete = () => resolve(performance.now() - before)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** A database for `bareTransaction`: no indexes, keys that count up. */
export function openBare(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('bench-bare', 1)
    request.onupgradeneeded = () => {
      for (const name of ['rows', 'rows-0', 'rows-1', 'rows-2'])
        request.result.createObjectStore(name, { autoIncrement: true })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
