import * as z from 'zod/mini'
import { MAX_CHANGES, MAX_FAILURES, MAX_OUTPUT, MAX_TEST_NAME, MAX_VALUE } from './limits.ts'

/**
 * Messages between the sandbox worker and its owner. The owner parses them with these schemas, since the code in the
 * sandbox is hostile; the sandbox trusts its owner, so it needs only the types and loads no zod.
 */

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
const Change = z.object({ path: z.string().check(z.maxLength(5000)), bytes: z.nullable(bytes) })

const count = z.int().check(z.nonnegative())
/** Results of the tests in the code. `failures`: names of some that failed. */
export const TestReport = z.object({
  passed: count,
  failed: count,
  skipped: count,
  assertions: count,
  failures: z.array(z.string().check(z.maxLength(MAX_TEST_NAME))).check(z.maxLength(MAX_FAILURES)),
})
export type TestReport = z.infer<typeof TestReport>

export const FromSandbox = z.discriminatedUnion('type', [
  /** The machine is loaded: the time limit starts. */
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('output'), text: z.string().check(z.maxLength(MAX_OUTPUT + 1000)) }),
  z.object({
    type: z.literal('done'),
    value: z.string().check(z.maxLength(MAX_VALUE + 1000)),
    tests: z.nullable(TestReport),
    changes: z.array(Change).check(z.maxLength(MAX_CHANGES)),
  }),
  z.object({ type: z.literal('failed'), error: z.string().check(z.maxLength(MAX_VALUE + 1000)) }),
])
export type FromSandbox = z.infer<typeof FromSandbox>
export type SandboxEnding = Extract<FromSandbox, { type: 'done' | 'failed' }>
