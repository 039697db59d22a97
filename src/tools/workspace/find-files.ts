import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import { ABOUT_FILES } from './about-files.ts'
import { filterByGlob } from './glob.ts'

const MAX_SHOWN = 200

export const findFiles = defineTool({
  name: 'find_files',
  label: 'Find files',
  description: 'Finds files by a glob pattern of their path, for example "notes/**/*.{md,csv}".',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    pattern: z.string().check(z.minLength(1), z.maxLength(500), z.describe('* and ? stay within a folder.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async ({ pattern }, { files, signal }) => {
    const all = (await files.list()).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const found = await filterByGlob(pattern, all, ({ path }) => path, signal)
    const shown = found.slice(0, MAX_SHOWN)
    const lines = shown.map(({ path, size }) => `${path} (${sizeInWords(size)})`)
    if (found.length === 0) lines.push('No file matches.')
    if (found.length > shown.length) lines.push(`[${found.length - shown.length} more match.]`)
    return {
      content: [{ type: 'text', text: lines.join('\n') }],
      details: {
        shape: 'table',
        columns: ['Path', 'Size'],
        rows: shown.map(({ path, size }) => [path, sizeInWords(size)]),
      },
    }
  },
})
