import * as z from 'zod/mini'

/** What the thread for foreign pictures and documents is asked, and what it answers. What comes back was made of a hostile file: it is parsed. */

export type DocumentKind = 'docx' | 'xlsx' | 'html' | 'text'

/** `longest`: of the sides of what comes back, in pixels. */
export type ToDocuments =
  | { type: 'picture'; file: Blob; longest: number }
  | { type: 'read'; kind: DocumentKind; file: Blob }
  /** As `read`, but of a long one only what tells what is in it. */
  | { type: 'digest'; kind: DocumentKind; name: string; file: Blob }
  /** What a file is that is no text. */
  | { type: 'describe'; name: string; file: Blob }

export const FromDocuments = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('picture'),
    bytes: z.instanceof(Uint8Array),
    mediaType: z.enum(['image/png', 'image/jpeg']),
    width: z.int().check(z.minimum(1), z.maximum(20_000)),
    height: z.int().check(z.minimum(1), z.maximum(20_000)),
  }),
  z.object({
    type: z.literal('text'),
    text: z.string().check(z.maxLength(1_000_000)),
    /** `text` only tells what is in it. */
    digest: z.optional(z.boolean()),
  }),
  /** `words`: a sentence for the person. */
  z.object({ type: z.literal('failed'), words: z.string().check(z.maxLength(500)) }),
])
export type FromDocuments = z.infer<typeof FromDocuments>
