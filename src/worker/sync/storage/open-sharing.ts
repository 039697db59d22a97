import { createMoorex } from '../../../moorex/create-moorex.ts'
import type { EffectInitializer } from '../../../moorex/definition.ts'
import type { Refusal } from '../../../protocol/refusals.ts'
import { readPlaces } from '../../../storage/places.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import { whenUnlocked } from '../../ports/when-unlocked.ts'
import { Refused, refusal, refused } from '../../refused.ts'
import { makeUntil } from '../session/until.ts'
import { goOnAlone, placesIn } from '../session/without-storage.ts'
import { type Sharing, startSharing } from '../sharing.ts'
import type { SharedPorts } from '../sharing-ports.ts'
import { nothingOwed } from '../upkeep/late-results.ts'
import { openSharedStorage } from './open-shared-storage.ts'
import {
  beginOpening,
  isSettled,
  isTried,
  type OpeningEffect,
  type OpeningInput,
  type OpeningState,
  openingEffectsAt,
  openingTransition,
} from './opening-state.ts'
import type { SharedStorage } from './shared-storage.ts'

/**
 * Keeps sharing in line with the settings: starts with the connected storage, restarts when it changes, ends without
 * one.
 */
export type OpenSharing = Pick<Sharing, 'stop'> & {
  /**
   * Resolves when the act of row `seq` may begin, even if the storage changes meanwhile; rejects when the signal is
   * aborted.
   */
  published: (sessionId: string, seq: number, signal: AbortSignal) => Promise<void>
  /** null: no storage is connected, or it is not open yet. */
  sharing: () => Sharing | null
  /** Why this session takes no input here; null: it does. */
  refusal: (sessionId: string) => Refusal | null
  /** Rejects with Refused when it could not be taken. */
  take: (sessionId: string) => Promise<void>
  /** Both reject with Refused, and `choose` with a DOMException. */
  choose: (sessionId: string, shared: boolean) => Promise<void>
  detach: (sessionId: string) => Promise<void>
  /** The person has decided about the copy `copy` of this session. undefined: no log runs here that stores it. */
  settled: (sessionId: string, copy: string) => Promise<void> | undefined
  settingsChanged: () => void
}

/** Milliseconds until opening the storage is tried again. */
const AGAIN = 30_000

/** Drives the opening. Wiring only: everything follows from its state (`opening-state.ts`). */
export function openSharing(ports: SharedPorts, places: readonly SyncRow[]): OpenSharing {
  const { db, openStorage = openSharedStorage, report } = ports
  const owed = nothingOwed()
  const stopped = new AbortController()
  const until = makeUntil()
  /** Opened storages that are not in use yet, by turn. */
  const opened = new Map<number, { storage: SharedStorage; here: readonly SyncRow[] }>()
  const inUse = new Map<number, Sharing>()

  const open = async (turn: number, signal: AbortSignal, dispatch: Dispatch): Promise<void> => {
    const settings = await settingsOf(db)
    const load = async (): Promise<OpeningInput | null> => {
      const storage = await openStorage(db)
      if (signal.aborted) return null
      const { places: rows } = await readPlaces(db)
      if (signal.aborted) return null
      const here = await placesIn(ports, storage?.vault.name ?? null, rows, signal)
      if (signal.aborted) return null
      if (storage !== null) opened.set(turn, { storage, here })
      return { type: 'opened', turn, settings, connected: storage !== null, followed: followed(rows) }
    }
    // while the keys are locked it waits, however long that is
    const input = await whenUnlocked(db, signal, (locked) => void dispatch({ type: 'locked', turn, locked }), load)
    if (input !== null) await dispatch(input)
  }
  const runEffect = (effect: OpeningEffect): EffectInitializer<OpeningInput> => {
    const cancelled = new AbortController()
    const { signal } = cancelled
    const cancel = (): void => cancelled.abort()
    switch (effect.kind) {
      case 'open': {
        const { turn } = effect
        const start = (dispatch: Dispatch): Promise<void> =>
          open(turn, signal, dispatch).catch((error) => {
            if (signal.aborted) return
            report(error)
            void dispatch({ type: 'failed', turn })
          })
        return { start, cancel }
      }
      case 'wait':
        return {
          start: async (dispatch) => void dispatch(await later({ type: 'again', turn: effect.turn }, signal)),
          cancel,
        }
      case 'share':
        return share(effect.turn)
      case 'part':
        return {
          start: async (dispatch) => {
            const error = await goOnAlone(ports, effect.sessionId).then(() => null, asError)
            await dispatch({ type: 'parted', sessionId: effect.sessionId, error })
            if (error === null && !stopped.signal.aborted) ports.startMachine(effect.sessionId)
          },
          cancel,
        }
    }
  }
  const share = (turn: number): EffectInitializer<OpeningInput> => ({
    start: () => {
      const { storage, here } = opened.get(turn) ?? {}
      opened.delete(turn)
      if (storage === undefined || here === undefined) throw new Error('No storage was opened.')
      inUse.set(turn, startSharing({ ...ports, storage, owed, reload: settingsChanged }, here))
      // it ends by being cancelled
      return new Promise(() => {})
    },
    cancel: () => {
      inUse.get(turn)?.stop()
      // a writer that ends is still refused what other devices have
      if (!stopped.signal.aborted) inUse.delete(turn)
    },
  })
  const machine = createMoorex<OpeningState, OpeningInput, OpeningEffect>(
    {
      initiate: () => beginOpening(followed(places)),
      transition: (input) => (state) => openingTransition(state as OpeningState, input as OpeningInput),
      effectsAt: (state) => openingEffectsAt(state as OpeningState),
      runEffect: (effect) => runEffect(effect as OpeningEffect),
    },
    { report },
  )
  machine.on((event) => {
    if (event.type === 'state-updated') until.look()
    if (event.type === 'effect-failed' || event.type === 'signal-rejected') report(event.error)
  })
  const state = (): OpeningState => machine.getState() as OpeningState
  const sharing = (): Sharing | null => inUse.get(state().turn) ?? null

  const reload = async (): Promise<void> => {
    const before = sharing()
    const settings = await settingsOf(db)
    const { places: rows } = await readPlaces(db)
    if (stopped.signal.aborted) return
    await machine.dispatch({ type: 'settings-read', settings, followed: followed(rows) })
    // another one reads everything when it begins
    if (before !== null && before === sharing()) before.settingsChanged()
  }
  const settingsChanged = (): void => void reload().catch((error) => stopped.signal.aborted || report(error))
  const refusalOf = (sessionId: string): Refusal | null => {
    const open = sharing()
    if (open !== null) return open.refusal(sessionId)
    return state().followed.has(sessionId) ? refusal('runs-elsewhere-unconnected') : null
  }
  /** null: no storage is in use, or it cannot be opened for now. */
  const tried = async (): Promise<Sharing | null> => {
    await until.wait(() => isTried(state()), stopped.signal).catch(() => {})
    return sharing()
  }
  const required = async (act: (sharing: Sharing) => Promise<Refusal | null>): Promise<void> => {
    const open = await tried()
    if (open === null) throw refused('storage-not-open')
    const why = await act(open)
    if (why !== null) throw new Refused(why)
  }
  /** Resolves to whether the session is now this device's own. Rejects if that could not be stored. */
  const part = async (sessionId: string): Promise<boolean> => {
    await machine.dispatch({ type: 'part', sessionId, settings: await settingsOf(db) })
    const isParting = (now = state()): boolean =>
      (now.type === 'unconnected' || now.type === 'opening') && now.parting.has(sessionId)
    await until.wait(() => !isParting(), stopped.signal)
    const now = state()
    if (now.type === 'unconnected' && now.failed.has(sessionId)) throw now.failed.get(sessionId)
    return !now.followed.has(sessionId)
  }
  return {
    sharing,
    refusal: refusalOf,
    // a storage that cannot be opened right now is still connected
    published: async (sessionId, seq, signal) => {
      for (;;) {
        // after the end of sharing no act may begin
        await until.wait(() => isSettled(state()) && !stopped.signal.aborted, signal)
        const open = sharing()
        if (open === null || (await open.published(sessionId, seq, signal))) return
      }
    },
    take: async (sessionId) => {
      // a storage that is being opened is connected: until then nobody knows who has the session
      const open = await tried()
      if (open === null && state().type === 'unconnected' && refusalOf(sessionId) !== null && (await part(sessionId)))
        return
      const why = open === null ? refusalOf(sessionId) : await open.take(sessionId)
      if (why !== null) throw new Refused(why)
    },
    choose: (sessionId, shared) => required((each) => each.choose(sessionId, shared)),
    detach: (sessionId) => required((each) => each.detach(sessionId)),
    settled: (sessionId, copy) => sharing()?.settled(sessionId, copy),
    settingsChanged,
    stop: () => {
      stopped.abort()
      machine.stop()
    },
  }
}

type Dispatch = Parameters<EffectInitializer<OpeningInput>['start']>[0]

const followed = (places: readonly SyncRow[]): string[] =>
  places.flatMap(({ owner, sessionId }) => (owner ? [] : [sessionId]))

const asError = (error: unknown): unknown => error ?? new Error('Couldn’t save that this session continues here.')

/** Resolves to the input when the storage may be opened again. */
function later(input: OpeningInput, signal: AbortSignal): Promise<OpeningInput> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(input), AGAIN)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** The stored settings and this device's name as text. A different text means a different storage or none. */
async function settingsOf(db: Database): Promise<string | undefined> {
  const [storage, device] = await Promise.all([db.get('settings', 'synced-storage'), db.get('settings', 'device')])
  const name = (device?.value as { name?: unknown } | undefined)?.name
  return storage === undefined ? undefined : JSON.stringify([storage.value, name])
}
