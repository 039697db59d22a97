import { installDefaultPolicy } from '../../base/kit/trusted-types.ts'
import type { StartedWorker } from './first-worker.ts'
import { refusesFrame } from './frame-guard.ts'

/**
 * Stands in the built page itself, as its first script (build/in-the-page.ts puts it there): the tab's worker loads and
 * opens the database while the page's own code is still on its way, which is what a person waits for after a reload.
 * `first-worker.ts` takes it over. In a foreign frame nothing is started.
 */
declare global {
  var __earlyWorker: (StartedWorker & { again: () => Worker }) | undefined
}

if (!refusesFrame()) {
  // who has nothing here yet, and reads English, sees at once what this is (index.html)
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
