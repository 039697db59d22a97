import type { StorageFault } from '../../settings/storage-fault.ts'
import { retryDelay } from '../ports/retry-delay.ts'

/**
 * Whether what a session's machine does can be saved. Pure; `saving-effects.ts` carries out what each state asks for.
 */
export type Saving =
  | { type: 'working' }
  /** A batch is held. `failures`: how often it could not be written, in a row. */
  | { type: 'failing'; fault: StorageFault; failures: number }
  /** The machine is given up. */
  | { type: 'stopped' }

export type SavingInput = { type: 'committed' } | { type: 'failed'; fault: StorageFault } | { type: 'stop' }

/** Returns the same state (by reference) when the input changes nothing. */
export function savingTransition(saving: Saving, input: SavingInput): Saving {
  if (saving.type === 'stopped') return saving
  switch (input.type) {
    case 'committed':
      return saving.type === 'working' ? saving : { type: 'working' }
    case 'failed':
      return { type: 'failing', fault: input.fault, failures: saving.type === 'failing' ? saving.failures + 1 : 1 }
    case 'stop':
      return { type: 'stopped' }
  }
}

/** What a state asks for. */
export type SavingEffects = {
  /** Milliseconds until the held batch is written again; null: no batch is held. */
  retryIn: number | null
  /** Requests are paused: their results could not be saved. */
  stopRequests: boolean
  /** What pages hear. */
  fault: StorageFault | null
}

export const savingEffects = (saving: Saving): SavingEffects =>
  saving.type === 'failing'
    ? { retryIn: retryDelay(saving.failures), stopRequests: true, fault: saving.fault }
    : { retryIn: null, stopRequests: false, fault: null }
