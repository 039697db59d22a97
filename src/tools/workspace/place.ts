import type { Files } from '../tool.ts'

/**
 * Throws a readable error if a new file cannot be at `path`, because a file is where a folder would have to be, or the
 * other way round. Such a workspace could be written neither to a disk nor into a zip.
 */
export async function ensurePlace(files: Files, path: string): Promise<void> {
  const segments = path.split('/')
  for (let n = 1; n < segments.length; n++) {
    const folder = segments.slice(0, n).join('/')
    if (await files.info(folder)) throw new Error(`"${folder}" is a file, so "${path}" cannot be written into it.`)
  }
  const list = await files.list()
  if (list.some((file) => file.path.startsWith(`${path}/`)))
    throw new Error(`"${path}" is a folder; choose another name.`)
}
