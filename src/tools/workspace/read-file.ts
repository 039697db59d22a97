import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import { languageOf } from './media-type.ts'
import { infoOf, pathOf, textOf } from './open-file.ts'
import { pageContent } from './page-content.ts'
import { pageOf } from './text-page.ts'

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Line and column of a text, shared with `read_result`. */
export const rangeParameters = {
  from_line: z.optional(z.int().check(z.minimum(1))).check(z.describe('First line to read, counted from 1.')),
  to_line: z.optional(z.int().check(z.minimum(1))).check(z.describe('Last line to read, inclusive.')),
  from_column: z
    .optional(z.int().check(z.minimum(1)))
    .check(z.describe('Where in the first line to begin, counted from 1; for very long lines.')),
}

export const readFile = defineTool({
  name: 'read_file',
  label: 'Read file',
  description:
    'Reads a text file of the workspace, exactly as it stands, without line numbers. A long file comes in pages: the answer says how to read on.',
  parameters: z.strictObject({
    path: z.string().check(z.describe('Path in the workspace, for example "notes/plan.md".')),
    ...rangeParameters,
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files }) => {
    const path = pathOf(args.path)
    const info = await infoOf(files, path)
    const text = await textOf(files, info)
    if (text === null) {
      const { blob, mediaType, size } = info
      const words = `"${path}" is a binary file (${mediaType}, ${sizeInWords(size)}); it cannot be shown as text.`
      const details = IMAGES.includes(mediaType)
        ? ({ shape: 'image', mediaType, blob } as const)
        : ({ shape: 'file', path } as const)
      return { content: [{ type: 'text', text: words }], details }
    }
    const fromLine = args.from_line ?? 1
    const page = pageOf(text, { fromLine, fromColumn: args.from_column ?? 1, toLine: args.to_line ?? null })
    return {
      content: pageContent(page, fromLine, 'read_file,'),
      details: { shape: 'code', language: languageOf(path), text: page.text },
    }
  },
})
