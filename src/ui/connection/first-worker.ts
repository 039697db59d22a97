import { refusesFrame } from '../frame-guard.ts'
import { installDefaultPolicy } from '../trusted-types.ts'

/**
 * The page's first import: its worker loads and opens the database while the rest of the page's code still runs, which is what a person
 * waits for after a reload. In a foreign frame nothing is started.
 */
let first: Worker | null = null
if (!refusesFrame()) {
  installDefaultPolicy()
  first = newWorker()
}

/** The worker that was started with the page; a new one every time after that. */
export function takeWorker(): Worker {
  const worker = first ?? newWorker()
  first = null
  return worker
}

function newWorker(): Worker {
  // the test build's worker reads its failpoints from its name (storage/failpoint.ts)
  const name = __FAILPOINTS__ ? location.search : 'reflexor'
  return new Worker(new URL('../../worker/main.ts', import.meta.url), { type: 'module', name })
}
