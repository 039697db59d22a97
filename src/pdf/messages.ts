import * as z from 'zod/mini'

/** What the page and the thread that draws PDFs say to each other. What comes back was made of a hostile file: the page parses it. */

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
  /** `text`: what the page says, as far as it is text. */
  z.object({
    type: z.literal('drawn'),
    page: z.int(),
    picture: z.custom<ImageBitmap>((value) => Object.prototype.toString.call(value) === '[object ImageBitmap]'),
    text: z.string(),
  }),
  /** What all pages say, as far as it is text and fits, and what was left out. */
  z.object({ type: z.literal('read'), text: z.string() }),
  z.object({ type: z.literal('failed'), reason: z.enum(['password', 'damaged', 'page', 'large']) }),
])
export type FromPdf = z.infer<typeof FromPdf>

/** What the thread that takes a PDF apart says to the one that draws, beside what pdf.js says: it is to be ended. */
export const TOO_MUCH_MEMORY = 'too much memory'
