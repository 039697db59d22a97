import * as z from 'zod/mini'
import { defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import type { ToolContext } from '../tool.ts'
import { mediaTypeOf } from '../workspace/media-type.ts'
import { pathOf } from '../workspace/open-file.ts'
import { pictureOfDrawing } from '../workspace/picture-of-drawing.ts'
import { ensurePlace } from '../workspace/place.ts'
import { DOCUMENT_KINDS, type DocumentKind, type DocumentPart } from './document-port.ts'
import { namedParts } from './named-parts.ts'

/** Characters of Markdown. */
const LONGEST = 1_000_000
/** Of pictures and tables together. */
const MOST_PARTS = 100
const MOST_BYTES = 50 * 1024 * 1024
/** Milliseconds. */
const LIMIT = 60_000

const kindOf = (path: string): DocumentKind | undefined =>
  DOCUMENT_KINDS.find((kind) => path.toLowerCase().endsWith(`.${kind}`))

export const makeDocument = defineTool({
  name: 'make_document',
  label: 'Make document',
  description:
    'Makes a .docx, .xlsx, .pptx or .pdf file from Markdown with tables, links and pictures of the workspace. ' +
    'xlsx: a sheet for each table, named by its heading, and for each line that is only [Name](file.csv); =SUM(A2:A9) is a formula. ' +
    'pptx: each # or ## begins a slide. pdf has no Chinese, Japanese, Korean or Arabic letters: use docx.',
  parameters: z.strictObject({
    path: z.string().check(z.describe('Its ending decides the kind.')),
    markdown: z.string().check(z.minLength(1), z.maxLength(LONGEST), z.describe('The content.')),
  }),
  // nothing has happened before its file is committed with the result
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: LIMIT + 10_000,
  gives: 'own',
  run: async (args, context) => {
    const { files, signal, makeDocument: make } = context
    const path = pathOf(args.path)
    const kind = kindOf(path)
    if (kind === undefined)
      throw new Error(`"${path}" must end in .docx, .xlsx, .pptx or .pdf. For other kinds use write_file.`)
    if (!make) throw new Error('Documents cannot be made here.')
    await ensurePlace(files, path)
    const { parts, missing, undrawn } = await partsOf(args.markdown, context)
    const made = await make({ kind, markdown: args.markdown, parts }, { signal, timeLimit: LIMIT })
    if (!made.ok) throw new Error(made.error)
    const before = await files.info(path)
    const to = await files.put(made.bytes)
    const size = made.bytes.length
    const notes = [
      ...missing.map((name) => `There is no file "${name}", so it was left out.`),
      ...undrawn,
      ...made.notes,
    ]
    const words = [`${before ? 'Replaced' : 'Made'} "${path}" (${sizeInWords(size)}): ${made.counts}.`, ...notes]
    return {
      content: [{ type: 'text', text: words.join('\n') }],
      details: { shape: 'file', path },
      files: [{ path, from: before?.blob ?? null, to, size, mediaType: mediaTypeOf(path, made.bytes) }],
    }
  },
})

type Parts = { parts: DocumentPart[]; missing: string[]; undrawn: string[] }

/** `undrawn`: sentences about drawings that are left out. A drawing (SVG) arrives as a picture, drawn by a page. */
async function partsOf(markdown: string, context: ToolContext): Promise<Parts> {
  const { files } = context
  const names = namedParts(markdown)
  if (names.length > MOST_PARTS) throw new Error(`At most ${MOST_PARTS} pictures and tables fit into one document.`)
  const parts: DocumentPart[] = []
  const missing: string[] = []
  const undrawn: string[] = []
  let bytes = 0
  for (const path of names) {
    const info = await files.info(path)
    if (info === null) {
      missing.push(path)
      continue
    }
    bytes += info.size
    if (bytes > MOST_BYTES)
      throw new Error(`The pictures and tables are larger than ${sizeInWords(MOST_BYTES)} together.`)
    if (!/\.svg$/i.test(path)) {
      parts.push({ path, bytes: await files.read(info.blob) })
      continue
    }
    const drawn = await pictureOfDrawing(info, context)
    if (drawn === null) undrawn.push(`No page in view could draw "${path}", so it was left out.`)
    else parts.push({ path, bytes: await files.read(drawn.blob) })
  }
  return { parts, missing, undrawn }
}
