import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { encodeText, sizeInWords } from '../text-bytes.ts'
import { ABOUT_FILES } from './about-files.ts'
import { diffDetails } from './diff-details.ts'
import { editParameters } from './edit-parameters.ts'
import { mediaTypeOf } from './media-type.ts'
import { infoOf, pathOf, textOf } from './open-file.ts'

export const editFile = defineTool({
  name: 'edit_file',
  label: 'Edit file',
  description:
    'Replaces exact pieces of text, white space included. Each must occur exactly once, unless replace_all; otherwise nothing changes.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    path: z.string().check(z.describe('Path in the workspace, for example "notes/plan.md".')),
    ...editParameters,
  }),
  // A second run computes the same compare-and-set; there is no effect until that is committed.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  run: async (args, { files, signal }) => {
    const path = pathOf(args.path)
    const info = await infoOf(files, path)
    const before = await textOf(files, info)
    if (before === null) throw new Error(`"${path}" is a binary file (${info.mediaType}); it cannot be edited as text.`)
    const { applyEdits, editsOf } = await import('./apply-edits.ts')
    const after = applyEdits(before, editsOf(args))
    const bytes = encodeText(after)
    signal.throwIfAborted()
    const blob = await files.put(bytes)
    return {
      content: [{ type: 'text', text: `Edited "${path}" (now ${sizeInWords(bytes.length)}).` }],
      details: diffDetails(path, before, after),
      files: [{ path, from: info.blob, to: blob, size: bytes.length, mediaType: mediaTypeOf(path, bytes) }],
    }
  },
})
