import * as z from 'zod/mini'
import { armFailpoint, parseFailpoints } from '../storage/failpoint.ts'
import { startTab } from './tabs/tab.ts'
import { workerPort } from './tabs/worker-port.ts'
import { openTestSeams } from './test-seams.ts'

/** The worker thread: wiring only. `said`: what its page has said before this was loaded, oldest first. */

// Other packages bring the full zod, which would probe for `Function`; the content security policy forbids that.
z.config({ jitless: true })
// A test names its failpoints in the worker's name (see storage/failpoint.ts).
if (__FAILPOINTS__) for (const plan of parseFailpoints(self.name)) armFailpoint(plan)
if (__FAILPOINTS__) openTestSeams(self.name)

export function start(said: readonly MessageEvent[]): void {
  startTab({
    port: workerPort(said),
    report: (error) => console.error(error),
    loadWriter: () => import('./writer/writer.ts'),
  })
}
