import { z } from 'zod'
import { armFailpoint, parseFailpoints } from '../storage/failpoint.ts'
import { startTab } from './tabs/tab.ts'
import { workerPort } from './tabs/worker-port.ts'
import { openTestSeams } from './test-seams.ts'

/** The worker thread: wiring only. */

// The content security policy forbids `Function`, which zod would probe for.
z.config({ jitless: true })
// A test names its failpoints in the worker's name (see storage/failpoint.ts).
if (__FAILPOINTS__) for (const plan of parseFailpoints(self.name)) armFailpoint(plan)
if (__FAILPOINTS__) openTestSeams(self.name)

startTab({
  port: workerPort(),
  report: (error) => console.error(error),
  loadWriter: () => import('./writer/writer.ts'),
})
