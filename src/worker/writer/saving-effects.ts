import type { StorageFault } from '../../settings/storage-fault.ts'
import { type Saving, type SavingEffects, type SavingInput, savingEffects, savingTransition } from './saving.ts'

/**
 * Controls saving for one session's machine: retries failed writes, pauses requests meanwhile, and informs the pages.
 */
export type SavingControl = {
  committed: () => void
  /** A batch is held. */
  failed: (fault: StorageFault) => void
  stop: () => void
  /** null: what the machine does is saved. */
  fault: () => StorageFault | null
  /** Aborted while nothing can be saved; afterwards there is a new signal. */
  signal: () => AbortSignal
}

export type SavingPorts = {
  /** Writes the held batch again; the outcome arrives through `committed` or `failed`. */
  retry: () => void
  /** Pages are to hear what `fault` says now. */
  tell: () => void
}

export function makeSaving({ retry, tell }: SavingPorts): SavingControl {
  let saving: Saving = { type: 'working' }
  let effects: SavingEffects = savingEffects(saving)
  let requests = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const apply = (input: SavingInput): void => {
    const next = savingTransition(saving, input)
    if (next === saving) return
    const before = effects
    saving = next
    effects = savingEffects(next)
    // each failure restarts the wait, also after a retry by the person
    clearTimeout(timer)
    if (effects.retryIn !== null) timer = setTimeout(retry, effects.retryIn)
    if (before.stopRequests && !effects.stopRequests) requests = new AbortController()
    if (next.type !== 'stopped') tell()
    if (effects.stopRequests) requests.abort()
  }
  return {
    committed: () => apply({ type: 'committed' }),
    failed: (fault) => apply({ type: 'failed', fault }),
    stop: () => apply({ type: 'stop' }),
    fault: () => effects.fault,
    signal: () => requests.signal,
  }
}
