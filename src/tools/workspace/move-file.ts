import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { ABOUT_FILES } from './about-files.ts'
import { infoOf, pathOf } from './open-file.ts'
import { ensurePlace } from './place.ts'

export const moveFile = defineTool({
  name: 'move_file',
  label: 'Move file',
  description: 'Moves or renames a file. The new place must be free.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    from: z.string().check(z.describe('Path of the file.')),
    to: z.string().check(z.describe('Its new path.')),
  }),
  // A second run computes the same compare-and-set; there is no effect until that is committed.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files, signal }) => {
    signal.throwIfAborted()
    const from = pathOf(args.from)
    const to = pathOf(args.to)
    const { blob, size, mediaType } = await infoOf(files, from)
    if (from === to) return { content: [{ type: 'text', text: `"${from}" is there already.` }] }
    if (await files.info(to)) throw new Error(`"${to}" exists. Delete it first, or choose another name.`)
    await ensurePlace(files, to)
    return {
      content: [{ type: 'text', text: `Moved "${from}" to "${to}".` }],
      details: { shape: 'file', path: to },
      files: [
        { path: from, from: blob, to: null, size: 0, mediaType },
        { path: to, from: null, to: blob, size, mediaType },
      ],
    }
  },
})
