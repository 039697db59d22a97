import * as z from 'zod/mini'

/** What the thread that reads pages may be told and may say: `plain` first, then one of the others. */
export type ToReadable = { html: string; url: string }

const Page = z.object({ title: z.string(), text: z.string() })

export const FromReadable = z.discriminatedUnion('type', [
  z.object({ type: z.literal('plain'), page: Page }),
  z.object({ type: z.literal('readable'), page: Page }),
  z.object({ type: z.literal('failed') }),
])
export type FromReadable = z.infer<typeof FromReadable>
