import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { decodeText } from '../text-bytes.ts'
import { ABOUT_FILES } from './about-files.ts'
import { pageContent } from './page-content.ts'
import { rangeParameters } from './read-file.ts'
import { pageOf } from './text-page.ts'

/** Reads on in a result of which only the beginning is in the conversation. */
export const readResult = defineTool({
  name: 'read_result',
  label: 'Read result',
  description: 'Reads on in a tool result that was too long to be given whole.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    result: z.string().check(z.regex(/^[0-9a-f]{64}$/), z.describe('The id that the result names.')),
    ...rangeParameters,
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files, pageBytes }) => {
    const bytes = await files.read(args.result).catch((error: unknown) => {
      throw new Error(`There is no result "${args.result}".`, { cause: error })
    })
    const text = decodeText(bytes)
    if (text === null) throw new Error('This result is not text.')
    const fromLine = args.from_line ?? 1
    const range = { fromLine, fromColumn: args.from_column ?? 1, toLine: args.to_line ?? null }
    const page = pageOf(text, range, pageBytes)
    return {
      content: pageContent(page, fromLine, 'read_result, the same id and'),
      details: { shape: 'code', language: '', text: page.text },
    }
  },
})
