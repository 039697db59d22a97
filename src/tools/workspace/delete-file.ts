import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import { ABOUT_FILES } from './about-files.ts'
import { infoOf, pathOf } from './open-file.ts'

export const deleteFile = defineTool({
  name: 'delete_file',
  label: 'Delete file',
  description: 'Deletes a file of the workspace.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    path: z.string().check(z.describe('Path in the workspace, for example "notes/plan.md".')),
  }),
  // A second run computes the same compare-and-set; there is no effect until that is committed.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files }) => {
    const path = pathOf(args.path)
    const { blob, size, mediaType } = await infoOf(files, path)
    const text = `Deleted "${path}" (${sizeInWords(size)}).`
    return {
      content: [{ type: 'text', text }],
      details: { shape: 'text', text },
      files: [{ path, from: blob, to: null, size: 0, mediaType }],
    }
  },
})
