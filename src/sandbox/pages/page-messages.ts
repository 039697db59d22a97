import * as z from 'zod/mini'

/** What the thread that bundles pages says, and is told. */

/** `null`: no such bytes. */
export type ToPageThread =
  | { type: 'bundle'; page: string; html: string; files: { path: string; size: number; mediaType: string }[] }
  | { type: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> | null }

const Words = z.string().check(z.maxLength(2000))

export const FromPageThread = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), id: z.int(), path: z.string().check(z.maxLength(2000)) }),
  z.object({
    type: z.literal('done'),
    /** JSON of a PageBundle; null: the page needs no files. */
    bundle: z.nullable(z.string().check(z.maxLength(20 * 1024 * 1024))),
    count: z.int(),
    notes: z.array(Words).check(z.maxLength(100)),
  }),
  z.object({ type: z.literal('failed'), error: Words }),
])
export type FromPageThread = z.infer<typeof FromPageThread>
