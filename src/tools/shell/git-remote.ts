import type { Files } from '../tool.ts'
import { remotesIn } from './web-address.ts'

const MOST_BYTES = 100_000
const MOST_REPOSITORIES = 50

/** The address of the remote in the workspace's repositories; null: there is none, or there are several. */
export async function remoteOf(files: Pick<Files, 'list' | 'read'>): Promise<string | null> {
  const configs = (await files.list()).filter(
    ({ path, size }) => /(^|\/)\.git\/config$/.test(path) && size <= MOST_BYTES,
  )
  const found = new Set<string>()
  for (const { blob } of configs.slice(0, MOST_REPOSITORIES))
    for (const address of remotesIn(new TextDecoder().decode(await files.read(blob)))) found.add(address)
  const [only = null] = found
  return found.size === 1 ? only : null
}
