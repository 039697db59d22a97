import { createMoorex } from '../../../moorex/create-moorex.ts'
import type { Published } from '../../../protocol/published.ts'
import type { Database } from '../../../storage/schema.ts'
import { KeyChanged, VaultLocked } from '../../../storage/settings/vault-lock.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { whenUnlocked } from '../../ports/when-unlocked.ts'
import type { Note } from '../devices/notes.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import { makeRound } from './lending-round.ts'
import {
  beginLending,
  type LendingEffect,
  type LendingInput,
  type LendingState,
  lendingEffectsAt,
  lendingTransition,
} from './lending-state.ts'

/**
 * Shares the providers set up here, with their keys, with the person's other devices, and uses theirs, if the person
 * has turned this on. Keys stay in this thread, in the vault and, sealed, in the storage. Everything waits while the
 * vault is locked.
 */
export type LendingKeys = {
  /** What the note of this device says of it. undefined: nothing was ever lent. */
  said: () => Note['keys']
  heard: (notes: readonly Note[], removed: ReadonlySet<string>) => void
  /** Providers may have been changed. */
  changed: () => void
  stop: () => void
}

export type LendingPorts = {
  db: Database
  storage: SharedStorage
  publish: (message: Published) => void
  /** What the note says is another now. */
  news: () => void
  report: (error: unknown) => void
}

/** Milliseconds until a failed step is tried again. */
const AGAIN = 20_000

/** Drives the rounds. Wiring only: when there is one follows from the state (`lending-state.ts`). */
export function makeLending(ports: LendingPorts): LendingKeys {
  const { lending } = ports.storage
  if (lending === undefined) return { said: () => undefined, heard: () => {}, changed: () => {}, stop: () => {} }
  const { db, news, report } = ports
  const { url, on } = lending
  const stopped = new AbortController()
  const work = makeRound(ports, { url, on }, stopped.signal)

  const round = async (state: LendingState, signal: AbortSignal): Promise<LendingInput | null> => {
    const { turn } = state
    const lent = new Map(state.lent)
    try {
      const said = await whenUnlocked(
        db,
        signal,
        () => {},
        () => work(state, lent),
      )
      return { type: 'ended', turn, lent, said }
    } catch (error) {
      if (signal.aborted) return null
      const isExpected = error instanceof StoreFailure || error instanceof KeyChanged || error instanceof VaultLocked
      if (!isExpected) report(error)
      return { type: 'failed', turn, lent }
    }
  }
  const machine = createMoorex<LendingState, LendingInput, LendingEffect>(
    {
      initiate: () => beginLending,
      transition: (input) => (state) => lendingTransition(state as LendingState, input as LendingInput),
      effectsAt: (state) => lendingEffectsAt(state as LendingState),
      runEffect: (effect, state) => {
        const cancelled = new AbortController()
        const signal = AbortSignal.any([stopped.signal, cancelled.signal])
        const run = async (): Promise<LendingInput | null> => {
          if (effect.kind === 'work') return round(state as LendingState, signal)
          if (effect.kind === 'wait') return later({ type: 'again', turn: effect.turn }, signal)
          news()
          return null
        }
        return {
          start: async (dispatch) => {
            const input = await run()
            if (input !== null) void dispatch(input)
          },
          cancel: () => cancelled.abort(),
        }
      },
    },
    { report },
  )
  machine.on((event) => {
    if (event.type === 'effect-failed' || event.type === 'signal-rejected') report(event.error)
  })
  const tell = (input: LendingInput): void => void machine.dispatch(input)
  return {
    said: () => (machine.getState() as LendingState).said,
    heard: (notes, removed) => tell({ type: 'heard', notes, removed, lends: on }),
    changed: () => tell({ type: 'changed' }),
    stop: () => {
      stopped.abort()
      machine.stop()
    },
  }
}

/** Resolves to the input when it is time to try again. */
function later(input: LendingInput, signal: AbortSignal): Promise<LendingInput> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(input), AGAIN)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}
