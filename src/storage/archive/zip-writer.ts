import { type FlateError, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { MOST_ENTRIES } from './zip-reader.ts'

/**
 * Takes the bytes of an archive as they come. Awaited, so that a slow disk slows the export instead of filling the
 * memory.
 */
export type Sink = (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>

/** Writes one archive, entry after entry. Every method rejects with the sink's rejection. */
export type ZipWriter = {
  /** Bytes so far. */
  size: () => number
  /** Starts an entry; the one before it must have ended. `packed`: worth deflating. */
  entry: (name: string, packed: boolean) => ZipEntryWriter
  /** Writes the directory. */
  end: () => Promise<void>
}
export type ZipEntryWriter = { write: (bytes: Uint8Array) => Promise<void>; end: () => Promise<void> }

/** The limit of a zip without its 64-bit extension. */
const LARGEST = 0xf000_0000

/**
 * `now`: wall time, ms, the date of the entries. Rejects with a RangeError if the archive would pass 4 GB or hold more
 * files than can be read again.
 */
export function makeZipWriter(sink: Sink, now: number): ZipWriter {
  const waiting: Uint8Array<ArrayBuffer>[] = []
  let failed: FlateError | null = null
  let size = 0
  let entries = 0
  const zip = new Zip((error, bytes) => {
    if (error !== null) failed = error
    else waiting.push(bytes as Uint8Array<ArrayBuffer>)
  })
  const drain = async (): Promise<void> => {
    if (failed !== null) throw failed
    for (const bytes of waiting.splice(0)) {
      size += bytes.length
      if (size > LARGEST) throw new RangeError('An archive can’t be larger than 4 GB.')
      await sink(bytes)
    }
  }
  return {
    size: () => size,
    entry: (name, packed) => {
      if (entries === MOST_ENTRIES) throw new RangeError('An archive can’t contain more than 100,000 files.')
      entries++
      const file = packed ? new ZipDeflate(name, { level: 3 }) : new ZipPassThrough(name)
      file.mtime = new Date(now)
      zip.add(file)
      return {
        write: (bytes) => {
          file.push(bytes)
          return drain()
        },
        end: () => {
          file.push(new Uint8Array(0), true)
          return drain()
        },
      }
    },
    end: () => {
      zip.end()
      return drain()
    },
  }
}
