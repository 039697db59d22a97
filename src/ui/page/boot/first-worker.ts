import { installDefaultPolicy } from '../../base/kit/trusted-types.ts'
import { canStart } from './can-start.ts'
import { refusesFrame } from './frame-guard.ts'

/**
 * The page’s first import. A built page has started its worker before (early-worker.ts). With the development server
 * the worker starts here, and also where something between server and browser has changed the page, so that the policy
 * refuses the inlined script. In a foreign frame, or a browser that lacks something the app requires, nothing is
 * started, and the person learns why.
 */
export type StartedWorker = {
  worker: Worker
  /** Stops collecting the worker’s early messages, and returns them, oldest first. */
  taken: () => Event[]
}

const framed = refusesFrame()
if (framed || !canStart()) {
  void import('./cannot-start.ts').then(({ tellWhy }) => tellWhy(framed))
  // stops the rest of the page: some modules read the storage when they are loaded
  throw Error('unstartable')
}

let first: StartedWorker | null = globalThis.__earlyWorker ?? null
if (first === null) {
  installDefaultPolicy()
  first = newWorker()
}

/** The worker that was started with the page the first time; a new worker every time after that. */
export function takeWorker(): StartedWorker {
  const worker = first ?? newWorker()
  first = null
  return worker
}

/** The caller must listen in the same task, so that no message is missed. */
function newWorker(): StartedWorker {
  // the worker of the test build reads its failpoints from its name (storage/failpoint.ts)
  const name = __FAILPOINTS__ ? location.search : 'reflexor'
  const worker =
    globalThis.__earlyWorker?.again() ??
    new Worker(new URL('../../../worker/main.ts', import.meta.url), { type: 'module', name })
  return { worker, taken: () => [] }
}
