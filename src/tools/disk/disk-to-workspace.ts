import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import type { Tool } from '../tool.ts'
import { mediaTypeOf } from '../workspace/media-type.ts'
import { pathOf } from '../workspace/open-file.ts'
import { ensurePlace } from '../workspace/place.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { fileOf } from './disk-file.ts'
import { bytesOf, versionOf } from './disk-version.ts'

const MOST = 100 * 1024 * 1024

export const diskToWorkspace = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_to_workspace',
    label: 'Copy file from disk',
    description: 'Copies a file of any kind from disk into the workspace. A file there is replaced; its history stays.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      path: z.string().check(z.describe('Path in the linked folder.')),
      to: z.string().check(z.describe('Path in the workspace.')),
    }),
    // a second run computes the same compare-and-set; there is no effect until that is committed
    repeat: 'pure',
    approval: 'allow',
    sequential: true,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { files, signal }) => {
      const to = pathOf(args.to)
      const { path, file } = await fileOf(disk, args.path)
      if (file.size > MOST)
        throw new Error(
          `"${path}" on disk is ${sizeInWords(file.size)} long; up to ${sizeInWords(MOST)} can be copied.`,
        )
      const info = await files.info(to)
      if (!info) await ensurePlace(files, to)
      const bytes = await onDisk(path, () => bytesOf(file))
      signal.throwIfAborted()
      const blob = await files.put(bytes)
      const version = await versionOf(bytes)
      if (info?.blob === blob)
        return {
          content: [{ type: 'text', text: `"${to}" already holds exactly that. [Version on disk ${version}.]` }],
        }
      return {
        content: [
          {
            type: 'text',
            text: `Copied "${path}" to "${to}" (${sizeInWords(bytes.length)}). [Version on disk ${version}.]`,
          },
        ],
        details: { shape: 'file', path: to },
        files: [
          { path: to, from: info?.blob ?? null, to: blob, size: bytes.length, mediaType: mediaTypeOf(to, bytes) },
        ],
      }
    },
  })
