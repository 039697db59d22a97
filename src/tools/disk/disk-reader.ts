import { sizeInWords } from '../text-bytes.ts'
import { pathOf } from '../workspace/open-file.ts'
import type { Disk } from './disk.ts'
import { onDisk } from './disk-errors.ts'
import { fileOf } from './disk-file.ts'
import { placeOf } from './disk-place.ts'
import type { DiskReader } from './disk-port.ts'
import { bytesOf, NEW, versionOfFile } from './disk-version.ts'
import { walk, walkNotes } from './disk-walk.ts'

/** Most bytes of one file. */
const MOST = 100 * 1024 * 1024

/** The linked folder, to be read. */
export const readerOf = (disk: Disk): DiskReader => ({
  list: async (signal, progress) => {
    const root = await disk.folder()
    const found = await onDisk(root.name, () => walk(root, '', { signal, progress }))
    return { paths: found.files.map(({ path }) => path), notes: walkNotes(found) }
  },
  read: async (argument) => {
    const { path, file } = await fileOf(disk, argument)
    if (file.size > MOST)
      throw new Error(`"${path}" on disk is ${sizeInWords(file.size)} long; up to ${sizeInWords(MOST)} can be read.`)
    return await onDisk(path, () => bytesOf(file))
  },
  version: async (argument) => {
    const path = pathOf(argument)
    const root = await disk.folder()
    const file = await onDisk(path, async () => (await placeOf(root, path))?.file?.getFile())
    return file === undefined ? NEW : await onDisk(path, () => versionOfFile(file))
  },
})
