import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { encodeText, sizeInWords } from '../text-bytes.ts'
import type { FileChange, Files, Tool } from '../tool.ts'
import { diffDetails } from '../workspace/diff-details.ts'
import { infoOf, pathOf } from '../workspace/open-file.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { NEW } from './disk-version.ts'
import { replaceOnDisk } from './replace-on-disk.ts'
import { STAGED } from './stage-changes.ts'

export const versionParameter = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.describe('The version from disk_read.'))

export const diskWrite = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_write',
    label: 'Write file on disk',
    description: 'Writes a whole file on disk, from content or workspace_path.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      path: z.string().check(z.describe('Path in the linked folder.')),
      version: versionParameter,
      content: z.optional(z.string()).check(z.describe('The whole text of the file.')),
      workspace_path: z.optional(z.string()).check(z.describe('A file of the workspace, of any kind, that is copied.')),
    }),
    // a second run finds the same bytes in place, and other content is never overwritten
    repeat: 'idempotent',
    approval: 'ask',
    sequential: true,
    timeLimit: DEFAULT_TIME_LIMIT,
    // nothing keeps what a file on disk held before
    undo: ({ version }) => (version === NEW ? 'here' : null),
    run: async (args, { files, signal }) => {
      const path = pathOf(args.path)
      const bytes = await bytesFrom(args, files)
      signal.throwIfAborted()
      const { before, done, version } = await replaceOnDisk(disk, path, { version: args.version, bytes }, signal)
      const words = done
        ? `"${path}" on disk holds exactly that.`
        : `${before === null ? 'Created' : 'Replaced'} "${path}" on disk (${sizeInWords(bytes.length)}).`
      const text = [{ type: 'text' as const, text: `${words} [Version ${version}.]` }]
      if (done || args.content === undefined) return { content: text, ...(await unstaged(args.workspace_path, files)) }
      return { content: text, details: diffDetails(path, before?.text ?? '', args.content) }
    },
  })

/** What code wrote below /disk was kept in the workspace; it is in place now. */
async function unstaged(path: string | undefined, files: Files): Promise<{ files?: FileChange[] }> {
  if (path === undefined || !pathOf(path).startsWith(STAGED)) return {}
  const { blob, mediaType, path: clean } = await infoOf(files, pathOf(path))
  return { files: [{ path: clean, from: blob, to: null, size: 0, mediaType }] }
}

async function bytesFrom(
  { content, workspace_path }: { content?: string | undefined; workspace_path?: string | undefined },
  files: Files,
): Promise<Uint8Array<ArrayBuffer>> {
  if ((content === undefined) === (workspace_path === undefined))
    throw new Error('Give either content or workspace_path.')
  if (workspace_path === undefined) return encodeText(content ?? '')
  return await files.read((await infoOf(files, pathOf(workspace_path))).blob)
}
