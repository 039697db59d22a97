import type { Port } from '../../../protocol/port.ts'
import { takeWorker } from './first-worker.ts'

/**
 * Starts the tab's worker. `onCrash` is called when it cannot load or dies of an error: nothing is lost, but nothing
 * runs any more.
 */
export function spawnWorker(onCrash: (reason: string) => void): Port {
  const { worker, taken } = takeWorker()
  // browsers put what kind of error it is before its words, and say nothing of a script that did not come
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
