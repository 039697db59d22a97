import * as z from 'zod/mini'
import { breatheBetween } from '../breathe.ts'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { decodeText, encodeText, MAX_TEXT_BYTES, sizeInWords } from '../text-bytes.ts'
import type { FileInfo, Files } from '../tool.ts'
import { ABOUT_FILES } from './about-files.ts'
import { diffDetails } from './diff-details.ts'
import { mediaTypeOf } from './media-type.ts'
import { pathOf } from './open-file.ts'
import { ensurePlace } from './place.ts'

const oldText = async (files: Files, info: FileInfo | null): Promise<string | null> =>
  info && info.size <= MAX_TEXT_BYTES ? decodeText(await files.read(info.blob)) : null

export const writeFile = defineTool({
  name: 'write_file',
  label: 'Write file',
  description: 'Writes a whole text file. To change a part, use edit_file.',
  about: ABOUT_FILES,
  parameters: z.strictObject({
    path: z.string().check(z.describe('Path in the workspace, for example "notes/plan.md".')),
    content: z.string().check(z.describe('The whole text.')),
  }),
  // A second run computes the same compare-and-set; there is no effect until that is committed.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async (args, { files, signal }) => {
    const path = pathOf(args.path)
    await breatheBetween(args.content.length, signal)
    const bytes = encodeText(args.content)
    await breatheBetween(bytes.length, signal)
    const info = await files.info(path)
    if (!info) await ensurePlace(files, path)
    const before = await oldText(files, info)
    signal.throwIfAborted()
    await breatheBetween(info?.size ?? 0, signal)
    const blob = await files.put(bytes)
    if (info?.blob === blob) return { content: [{ type: 'text', text: `"${path}" already holds exactly that.` }] }
    const size = bytes.length
    await breatheBetween(size, signal)
    return {
      content: [{ type: 'text', text: `${info ? 'Replaced' : 'Created'} "${path}" (${sizeInWords(size)}).` }],
      details: before === null ? { shape: 'file', path } : diffDetails(path, before, args.content),
      files: [{ path, from: info?.blob ?? null, to: blob, size, mediaType: mediaTypeOf(path, bytes) }],
    }
  },
})
