import type { ShareSource } from '../../base/state/share.ts'
import { bytesWithoutSecrets, type SharedEntry } from './carried-files.ts'
import { freeName } from './file-name.ts'

/** Bytes of a file that is carried. */
const LARGEST = 20_000_000

/** A zip of a written conversation and the files that it points at, each under its own path, so that its links hold. */
export async function withFiles(
  source: ShareSource,
  written: { file: Blob; name: string },
  entries: readonly SharedEntry[],
): Promise<Blob> {
  const { zipFiles } = await import('../../files/zip-files.ts')
  const carried = entries.filter(({ size }) => size <= LARGEST)
  const byBlob = new Map(carried.map((entry) => [entry.blob, entry]))
  const own = {
    path: freeName(written.name, new Set(carried.map(({ path }) => path))),
    blob: '',
    timestamp: Date.now(),
  }
  const read = async (blob: string): Promise<Uint8Array | null> => {
    const entry = byBlob.get(blob)
    if (entry !== undefined) return bytesWithoutSecrets(source, entry)
    return new Uint8Array(await written.file.arrayBuffer())
  }
  const files = [own, ...carried.map(({ path, blob }) => ({ path, blob, timestamp: own.timestamp }))]
  return (await zipFiles(files, read)).file
}
