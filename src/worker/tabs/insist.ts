import type { FaultKind, StorageFault } from '../../settings/storage-fault.ts'
import { classifyFault } from '../../storage/fault.ts'
import { retryDelay } from '../ports/retry-delay.ts'

/** Work that is retried until it succeeds. */
export type Insistent<Value> = {
  /** The result; null: stopped before it succeeded. Rejects with errors that a retry cannot mend. */
  done: Promise<Value | null>
  /** Ends the pause before the next try, if there is one. */
  retry: () => void
  stop: () => void
}

/** There may be room again, and what the browser broke off may work the next time. */
const PASSES: readonly FaultKind[] = ['quota', 'aborted']

/** Does `work`. Temporary errors go to `failed` and are retried, a little later each time. */
export function insist<Value>(work: () => Promise<Value>, failed: (fault: StorageFault) => void): Insistent<Value> {
  let isStopped = false
  let retry = (): void => {}
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      retry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const tryOn = async (): Promise<Value | null> => {
    for (let failures = 1; !isStopped; failures++) {
      try {
        return await work()
      } catch (error) {
        const fault = classifyFault(error)
        if (!PASSES.includes(fault.kind)) throw error
        if (isStopped) break
        failed(fault)
        await pause(retryDelay(failures))
      }
    }
    return null
  }
  return {
    done: tryOn(),
    retry: () => retry(),
    stop: () => {
      isStopped = true
      retry()
    },
  }
}
