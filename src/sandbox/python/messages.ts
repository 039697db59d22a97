import * as z from 'zod/mini'
import { MAX_CHANGES, MAX_OUTPUT, MAX_VALUE } from '../limits.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_PICTURE_BYTES, MAX_PICTURES, MAX_ROWS, MAX_STDERR, MAX_STDOUT } from './limits.ts'

/** Messages of the Python thread. Its owner parses them, since the code in it is hostile. */

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
const Change = z.object({ path: z.string().check(z.maxLength(5000)), bytes: z.nullable(bytes) })
const Cell = z.string().check(z.maxLength(MAX_CELL + 10))
const Table = z.object({
  columns: z.array(Cell).check(z.maxLength(MAX_COLUMNS)),
  rows: z.array(z.array(Cell).check(z.maxLength(MAX_COLUMNS))).check(z.maxLength(MAX_ROWS)),
})
const Picture = z.custom<Uint8Array<ArrayBuffer>>(
  (value) => value instanceof Uint8Array && value.length <= MAX_PICTURE_BYTES,
)
const Text = z.string().check(z.maxLength(MAX_VALUE + 1000))

export const FromPython = z.discriminatedUnion('type', [
  /** Python and its packages are loaded. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('output'), text: z.string().check(z.maxLength(MAX_OUTPUT + 1000)) }),
  z.object({
    type: z.literal('done'),
    /** false: `value` is a traceback, and no file is changed. */
    ok: z.boolean(),
    value: Text,
    table: z.nullable(Table),
    /** PNG. */
    pictures: z.array(Picture).check(z.maxLength(MAX_PICTURES)),
    changes: z.array(Change).check(z.maxLength(MAX_CHANGES)),
    end: z.optional(
      z.object({
        exitCode: z.int(),
        stdout: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array && value.length <= MAX_STDOUT),
        stderr: z.string().check(z.maxLength(MAX_STDERR + 1000)),
      }),
    ),
  }),
  z.object({ type: z.literal('failed'), error: Text }),
])
export type FromPython = z.infer<typeof FromPython>
export type PythonEnding = Extract<FromPython, { type: 'done' | 'failed' }>
