import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'

/** Rows shown to the person; the model gets all (a long list goes the way of all long results). */
const SHOWN = 200

export const listFiles = defineTool({
  name: 'list_files',
  label: 'List files',
  description: 'Lists all files of the workspace with their sizes.',
  parameters: z.strictObject({}),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (_args, { files }) => {
    const list = (await files.list()).toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    if (list.length === 0) return { content: [{ type: 'text', text: 'The workspace is empty.' }] }
    const rows = list.slice(0, SHOWN).map(({ path, size, mediaType }) => [path, sizeInWords(size), mediaType])
    if (list.length > SHOWN) rows.push([`… and ${list.length - SHOWN} more`, '', ''])
    return {
      content: [{ type: 'text', text: list.map(({ path, size }) => `${path} (${sizeInWords(size)})`).join('\n') }],
      details: { shape: 'table', columns: ['Path', 'Size', 'Type'], rows },
    }
  },
})
