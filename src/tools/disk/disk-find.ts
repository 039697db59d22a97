import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import type { Tool } from '../tool.ts'
import { filterByGlob } from '../workspace/glob.ts'
import { ABOUT_DISK, type Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { folderOf, folderParameter } from './disk-folder-argument.ts'
import { walk, walkNotes } from './disk-walk.ts'

const MAX_SHOWN = 200

export const diskFind = (disk: Disk): Tool =>
  defineTool({
    name: 'disk_find',
    label: 'Find files on disk',
    description: 'Finds files on disk by a glob pattern of their whole path.',
    about: ABOUT_DISK,
    parameters: z.strictObject({
      pattern: z.string().check(z.minLength(1), z.maxLength(500), z.describe('* and ? stay within a folder.')),
      folder: folderParameter,
    }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: DEFAULT_TIME_LIMIT,
    run: async (args, { signal, progress }) => {
      const { folder, path } = await folderOf(disk, args.folder)
      const seen = await onDisk(path || folder.name, () => walk(folder, path, { signal, progress }))
      const matching = await filterByGlob(args.pattern, seen.files, (file) => file.path, signal)
      const found = matching.map((file) => file.path)
      const shown = found.slice(0, MAX_SHOWN)
      const notes = walkNotes(seen)
      if (found.length === 0) notes.unshift(`None of ${seen.files.length} files matches.`)
      if (found.length > shown.length) notes.unshift(`[${found.length - shown.length} more match.]`)
      return {
        content: [{ type: 'text', text: [...shown, ...notes].join('\n') }],
        details: { shape: 'table', columns: ['Path'], rows: shown.map((each) => [each]) },
      }
    },
  })
