import { z } from 'zod'
import { MAX_CHANGES, MAX_OUTPUT, MAX_VALUE } from './limits.ts'

/**
 * What crosses between the sandbox worker and the one who starts it. The starter parses what comes back with these schemas, since
 * the code in the sandbox is hostile; the sandbox trusts its starter, so it needs the types alone and loads no zod.
 */

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
const Change = z.object({ path: z.string().max(5000), bytes: bytes.nullable() })

export const FromSandbox = z.discriminatedUnion('type', [
  /** The machine is loaded: the clock of the time limit starts. */
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('output'), text: z.string().max(MAX_OUTPUT + 1000) }),
  z.object({
    type: z.literal('done'),
    value: z.string().max(MAX_VALUE + 1000),
    changes: z.array(Change).max(MAX_CHANGES),
  }),
  z.object({ type: z.literal('failed'), error: z.string().max(MAX_VALUE + 1000) }),
])
export type FromSandbox = z.infer<typeof FromSandbox>
export type SandboxEnding = Extract<FromSandbox, { type: 'done' | 'failed' }>
