import * as z from 'zod/mini'

/**
 * Messages to and from the thread for untrusted pictures and documents. Its answers come from a hostile file, so they
 * are parsed.
 */

export type DocumentKind = 'docx' | 'xlsx' | 'html' | 'text'

/** `longest`: longest side of the resulting picture, in pixels. */
export type ToDocuments =
  | { type: 'picture'; file: Blob; longest: number }
  | { type: 'read'; kind: DocumentKind; file: Blob }
  /** As `read`, but a long document gives only an overview of its content. */
  | { type: 'digest'; kind: DocumentKind; name: string; file: Blob }
  /** Describes a file that is not text. */
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
    /** `text` is only an overview of the content. */
    digest: z.optional(z.boolean()),
  }),
  /** `words`: a sentence for the person. */
  z.object({ type: z.literal('failed'), words: z.string().check(z.maxLength(500)) }),
])
export type FromDocuments = z.infer<typeof FromDocuments>
