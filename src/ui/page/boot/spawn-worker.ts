import type { Port } from '../../../protocol/port.ts'
import { takeWorker } from './first-worker.ts'

/**
 * Starts the tab’s worker. `onCrash` is called if it can’t load or dies of an error: nothing is lost, but nothing runs
 * any more.
 */
export function spawnWorker(onCrash: (reason: string) => void): Port {
  const { worker, taken } = takeWorker()
  // browsers put the kind of error before its message, and give no message for a script that failed to load
  const words = ({ message }: ErrorEvent): string => message.replace(/^(?:Uncaught )?Error: /, '')
  worker.addEventListener('error', (event) => onCrash(words(event) || 'Couldn’t load the worker.'))
  worker.addEventListener('messageerror', () => onCrash('Couldn’t read a message from the worker.'))
  return {
    send: (message, transfer) => worker.postMessage(message, transfer ?? []),
    listen: (listener) => {
      worker.onmessage = (event: MessageEvent) => listener(event.data)
      for (const event of taken()) worker.dispatchEvent(event)
    },
    close: () => worker.terminate(),
  }
}
