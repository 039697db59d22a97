import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { sizeInWords } from '../text-bytes.ts'
import type { Tool } from '../tool.ts'
import { pathOf } from '../workspace/open-file.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { placeOf } from './disk-place.ts'
import { versionOfFile } from './disk-version.ts'
import { versionParameter } from './disk-write.ts'
import { requireVersion } from './replace-on-disk.ts'

export const diskDelete = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_delete',
    label: 'Delete file on disk',
    description: 'Deletes one file on disk for good. Folders are not deleted.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      path: z.string().check(z.describe('Path in the linked folder.')),
      version: versionParameter,
    }),
    // a second run cannot tell a file that replaced it from the file itself
    repeat: 'once',
    approval: 'ask',
    sequential: true,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { signal }) => {
      const path = pathOf(args.path)
      const root = await disk.folder()
      const size = await onDisk(path, async () => {
        const place = await placeOf(root, path)
        if (!place?.file) throw new Error(`There is no file "${path}" on disk. disk_list shows what there is.`)
        const file = await place.file.getFile()
        requireVersion(path, args.version, await versionOfFile(file))
        signal.throwIfAborted()
        await place.folder.removeEntry(place.name)
        return file.size
      })
      const text = `Deleted "${path}" on disk (${sizeInWords(size)}).`
      return { content: [{ type: 'text', text }], details: { shape: 'text', text } }
    },
  })
