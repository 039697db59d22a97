import { installDefaultPolicy } from '../../base/kit/trusted-types.ts'
import type { StartedWorker } from './first-worker.ts'
import { refusesFrame } from './frame-guard.ts'

/**
 * The first script, inlined into the built page (build/in-the-page.ts): the worker loads and opens the database while
 * the page’s own code is still loading, which takes longest after a reload. `first-worker.ts` takes the worker over. In
 * a foreign frame nothing is started.
 */
declare global {
  var __earlyWorker: (StartedWorker & { again: () => Worker }) | undefined
}

if (!refusesFrame()) {
  // a first visitor who reads English sees at once what this is (index.html)
  if (localStorage.length === 0 && !/zh/i.test(String(navigator.languages)))
    document.documentElement.classList.add('new-here')
  installDefaultPolicy()
  const name = __FAILPOINTS__ ? location.search : 'reflexor'
  const again = (): Worker => new Worker(__WORKER_URL__, { type: 'module', name })
  const worker = again()
  const said: Event[] = []
  const keep = (event: Event): void => void said.push(event)
  const kinds = ['message', 'messageerror', 'error']
  for (const kind of kinds) worker.addEventListener(kind, keep)
  const taken = (): Event[] => {
    for (const kind of kinds) worker.removeEventListener(kind, keep)
    return said
  }
  globalThis.__earlyWorker = { worker, taken, again }
}
