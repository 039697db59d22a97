import * as z from 'zod/mini'
import { pathOf } from '../workspace/open-file.ts'
import type { Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { folderAt } from './disk-place.ts'

export const folderParameter = z.optional(z.string()).check(z.describe('Only this folder.'))

/** The folder for an argument. Rejects with words for the model. */
export async function folderOf(
  disk: Disk,
  argument: string | undefined,
): Promise<{ folder: FileSystemDirectoryHandle; path: string }> {
  const trimmed = (argument ?? '').replace(/\/$/, '')
  const path = trimmed === '' || trimmed === '.' ? '' : pathOf(trimmed)
  const root = await disk.folder()
  const folder = await onDisk(path || root.name, () => folderAt(root, path))
  if (folder === null) throw new Error(`There is no folder "${path}" on disk. disk_list shows what there is.`)
  return { folder, path }
}
