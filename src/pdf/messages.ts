import * as z from 'zod/mini'

/**
 * Messages between the page and the thread that draws PDFs. Answers come from a hostile file, so the page parses them.
 */

/** `width`: of the picture, in pixels. Pages count from 1. */
export type ToPdf =
  | { type: 'open'; bytes: ArrayBuffer }
  | { type: 'draw'; page: number; width: number }
  | { type: 'read'; most: number }

export const FromPdf = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('opened'),
    pages: z.int().check(z.minimum(1)),
    title: z.string().check(z.maxLength(300)),
  }),
  /** `text`: the text of the page. */
  z.object({
    type: z.literal('drawn'),
    page: z.int(),
    picture: z.custom<ImageBitmap>((value) => Object.prototype.toString.call(value) === '[object ImageBitmap]'),
    text: z.string(),
  }),
  /** The text of all pages as far as it fits, and a note about what was left out. */
  z.object({ type: z.literal('read'), text: z.string() }),
  z.object({ type: z.literal('failed'), reason: z.enum(['password', 'damaged', 'page', 'large']) }),
])
export type FromPdf = z.infer<typeof FromPdf>

/** Message from the parsing thread to the drawing thread, in addition to those of pdf.js: end the parsing thread. */
export const TOO_MUCH_MEMORY = 'too much memory'
