import { decodeText, MAX_TEXT_BYTES } from '../text-bytes.ts'
import { pathOf } from '../workspace/open-file.ts'
import type { Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { placeOf } from './disk-place.ts'
import { bytesOf } from './disk-version.ts'

/** The file for an argument, as it is on disk now. Rejects with words for the model. */
export async function fileOf(disk: Disk, argument: string): Promise<{ path: string; file: File }> {
  const path = pathOf(argument)
  const root = await disk.folder()
  const place = await onDisk(path, () => placeOf(root, path))
  const handle = place?.file
  if (!handle) throw new Error(`There is no file "${path}" on disk. disk_list shows what there is.`)
  return { path, file: await onDisk(path, () => handle.getFile()) }
}

/** The text of a file on disk; null: binary, or too long to be read whole. */
export async function textOnDisk(file: File): Promise<string | null> {
  return file.size > MAX_TEXT_BYTES ? null : decodeText(await bytesOf(file))
}
