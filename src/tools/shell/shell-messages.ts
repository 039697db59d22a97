import * as z from 'zod/mini'
import type { ShellAnswer, ShellJob } from './shell-port.ts'

/**
 * Messages between the shell's thread and its owner. The owner parses them: commands over hostile files give hostile
 * results. The thread needs only the types and loads no zod.
 */

/** Bounds: characters of output, bytes of one file, and files that one command may change. */
export const MAX_SHELL_OUTPUT = 4_000_000
const MAX_BYTES = 100 * 1024 * 1024
export const MAX_SHELL_CHANGES = 1000

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array && value.byteLength <= MAX_BYTES)
const path = z.string().check(z.maxLength(5000))
const CodeFile = z.object({ path, size: z.number(), bytes: z.nullable(bytes) })

export const FromShell = z.discriminatedUnion('type', [
  /** The shell is loaded: the time limit starts. */
  z.object({ type: z.literal('started') }),
  z.object({
    type: z.literal('ask'),
    id: z.int(),
    ask: z.discriminatedUnion('name', [
      z.object({ name: z.literal('read'), path }),
      z.object({ name: z.literal('disk'), path }),
      z.object({
        name: z.literal('js'),
        code: z.string().check(z.maxLength(1_000_000)),
        path,
        files: z.array(CodeFile),
      }),
      z.object({
        name: z.literal('python'),
        code: z.string().check(z.maxLength(1_000_000)),
        program: z.object({
          ...{ file: path, cwd: path, path },
          argv: z.array(z.string().check(z.maxLength(1_000_000))).check(z.maxLength(10_000)),
          stdin: bytes,
        }),
        packages: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
        files: z.array(CodeFile),
      }),
      z.object({ name: z.literal('get'), url: z.string().check(z.maxLength(4000)) }),
      z.object({ name: z.literal('git'), url: z.string().check(z.maxLength(4000)), body: z.nullable(bytes) }),
    ]),
  }),
  z.object({
    type: z.literal('done'),
    exitCode: z.int(),
    output: z.string().check(z.maxLength(MAX_SHELL_OUTPUT + 1000)),
    cwd: path,
    changes: z.array(z.object({ path, bytes: z.nullable(bytes) })).check(z.maxLength(MAX_SHELL_CHANGES)),
  }),
  z.object({ type: z.literal('failed'), error: z.string().check(z.maxLength(5000)) }),
])
export type FromShell = z.infer<typeof FromShell>

export type ToShell =
  | { type: 'run'; job: ShellJob }
  | { type: 'answer'; id: number; answer: ShellAnswer }
  | { type: 'refused'; id: number; error: string }
