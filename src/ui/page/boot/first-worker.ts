import { installDefaultPolicy } from '../../base/kit/trusted-types.ts'
import { canStart } from './can-start.ts'
import { refusesFrame } from './frame-guard.ts'

/**
 * The page's first import. A built page has started its worker before any of this was loaded (early-worker.ts); with
 * the development server it starts here, and where something between server and browser has changed the page, so that
 * the policy refuses that script. In a foreign frame, and where the app cannot be, nothing is started, and its person
 * is told why.
 */
export type StartedWorker = {
  worker: Worker
  /** Ends the keeping of what the worker says while nobody listens, and returns it, oldest first. */
  taken: () => Event[]
}

const framed = refusesFrame()
if (framed || !canStart()) {
  void import('./cannot-start.ts').then(({ tellWhy }) => tellWhy(framed))
  // nothing else of the page runs: some of it reads the storage as it comes
  throw Error('unstartable')
}

let first: StartedWorker | null = globalThis.__earlyWorker ?? null
if (first === null) {
  installDefaultPolicy()
  first = newWorker()
}

/** The worker that was started with the page; a new one every time after that. */
export function takeWorker(): StartedWorker {
  const worker = first ?? newWorker()
  first = null
  return worker
}

/** Whoever takes it listens in the same task: nothing it says is missed. */
function newWorker(): StartedWorker {
  // the test build's worker reads its failpoints from its name (storage/failpoint.ts)
  const name = __FAILPOINTS__ ? location.search : 'reflexor'
  const worker =
    globalThis.__earlyWorker?.again() ??
    new Worker(new URL('../../../worker/main.ts', import.meta.url), { type: 'module', name })
  return { worker, taken: () => [] }
}
