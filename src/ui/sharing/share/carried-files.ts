import type { Message } from '../../../agent/message.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import type { ShareSource } from '../../base/state/share.ts'
import { pathsIn } from '../../rendering/markdown.ts'
import { drawable, mayBePicture } from '../../rendering/pointed/drawable.ts'
import type { Picture, PointedFiles } from '../../rendering/pointed/pointed-files.ts'

/** Bytes of one file, and of all. Further files are named, not carried. */
const LARGEST = 20_000_000
const MOST = 60_000_000

export type SharedEntry = ShareContents['files'][number]
type Carried = { entry: SharedEntry; url: string; picture: Picture | null }

/**
 * The files that answers point at, as an export carries them: without secrets. `urlOf` makes the address of the bytes.
 * `links`: whether the export has links to the files.
 */
export function makeCarriedFiles(
  source: ShareSource,
  entries: readonly SharedEntry[],
  { urlOf, links }: { urlOf: (bytes: Uint8Array, type: string) => string; links: boolean },
): { load: (row: Message) => Promise<void>; files: PointedFiles } {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const carried = new Map<string, Carried>()
  let left = MOST
  const carry = async (entry: SharedEntry): Promise<void> => {
    if (entry.size > Math.min(LARGEST, left) || (!links && !mayBePicture(entry))) return
    const bytes = await bytesWithoutSecrets(source, entry)
    if (bytes === null) return
    left -= bytes.length
    const shown = mayBePicture(entry) ? await drawable(entry, bytes) : null
    // active kinds are saved, never opened: their type says nothing
    const url = urlOf(bytes, shown?.type ?? 'application/octet-stream')
    carried.set(entry.path, { entry, url, picture: shown && { url, width: shown.width, height: shown.height } })
  }
  return {
    load: async (row) => {
      for (const path of pointedIn(row)) {
        const entry = byPath.get(path)
        if (entry !== undefined && !carried.has(path)) await carry(entry)
      }
    },
    files: {
      // what is not carried stays words, without a word on whether it is there
      at: (path) => carried.get(path)?.entry,
      pictureOf: ({ path }) => carried.get(path)?.picture ?? null,
      linkTo: (path) => {
        const url = links ? carried.get(path)?.url : undefined
        return url === undefined ? null : { href: url, download: path.split('/').at(-1) ?? 'file' }
      },
    },
  }
}

/** Paths that the text of an answer points at. */
export function pointedIn(row: Message): Set<string> {
  const paths = new Set<string>()
  if (row.role === 'user') return paths
  for (const block of row.content) if (block.type === 'text') for (const path of pathsIn(block.text)) paths.add(path)
  return paths
}

/** null: they are missing. */
export async function bytesWithoutSecrets(source: ShareSource, { blob }: SharedEntry): Promise<Uint8Array | null> {
  const text = await source.text(blob)
  return text === null ? source.bytes(blob) : new TextEncoder().encode(text)
}
