import * as z from 'zod/mini'

/** Messages to and from the thread that reads pages: first `plain`, then one of the others. */
export type ToReadable = { html: string; url: string }

const Page = z.object({ title: z.string(), text: z.string() })

export const FromReadable = z.discriminatedUnion('type', [
  z.object({ type: z.literal('plain'), page: Page }),
  z.object({ type: z.literal('readable'), page: Page }),
  z.object({ type: z.literal('failed') }),
])
export type FromReadable = z.infer<typeof FromReadable>
