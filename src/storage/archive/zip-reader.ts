/** Reads archives from anybody: by their directory, within bounds, without trusting a size or a name. */

/** The archive cannot be read. The message is a sentence for the person. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive'
}

export type ZipEntry = { name: string; size: number; open: () => ReadableStream<Uint8Array<ArrayBuffer>> }

export type ZipBounds = {
  entries: number
  /** Unpacked bytes of all entries together. */
  total: number
  /** Unpacked size over packed size. An entry above it is dense. */
  ratio: number
  /**
   * Unpacked bytes of all dense entries together. Honest repetitive text is dense, too, and no archive that was written
   * here may be refused for it; a bomb is dense throughout, however many entries it is cut into.
   */
  dense: number
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const LARGEST_COMMENT = 0xffff
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8
/** Written if a count has no room. */
const UNCOUNTED = 0xffff
/** Files of an archive of sessions, for reading and writing. */
export const MOST_ENTRIES = 100_000

/**
 * The entries of a zip by name. Nothing is unpacked before `open`. Its output is bounded by the size in the directory,
 * and errors with BadArchive if it differs. Rejects with BadArchive.
 */
export async function readZip(file: Blob, bounds: ZipBounds): Promise<Map<string, ZipEntry>> {
  const end = await findEnd(file)
  const count = end.getUint16(10, true)
  const size = end.getUint32(12, true)
  const offset = end.getUint32(16, true)
  if (offset === 0xffffffff) throw new BadArchive('This archive is too large to read here.')
  if (offset + size > file.size) throw new BadArchive('The archive is incomplete or damaged.')
  const directory = await viewOf(file, offset, offset + size)
  const entries = new Map<string, ZipEntry>()
  let at = 0
  let total = 0
  let packedTotal = 0
  let dense = 0
  let held = 0
  // to its end: the count has room for 65,535 only, and holds the lower bits of larger ones
  for (; at < directory.byteLength; held++) {
    if (held === bounds.entries) throw new BadArchive(`The archive contains more than ${bounds.entries} files.`)
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== CENTRAL)
      throw new BadArchive('The directory of the archive is damaged.')
    const found = directoryEntry(directory, at)
    at = found.next
    total += found.size
    packedTotal += found.packed
    if (total > bounds.total) throw new BadArchive(`The archive unpacks to more than ${inMegabytes(bounds.total)} MB.`)
    if (found.size > found.packed * bounds.ratio) dense += found.size
    if (dense > bounds.dense) throw new BadArchive('Files in the archive unpack to far more than allowed.')
    // entries that share their bytes make bombs
    if (packedTotal > file.size) throw new BadArchive('Files in the archive overlap.')
    if (found.name.endsWith('/')) continue
    if (entries.has(found.name)) throw new BadArchive('The archive contains the same file twice.')
    entries.set(found.name, { name: found.name, size: found.size, open: () => openEntry(file, found) })
  }
  if (count !== UNCOUNTED && count !== held % 0x1_0000) throw new BadArchive('The directory of the archive is damaged.')
  return entries
}

const utf8 = new TextDecoder()

type Found = { name: string; method: number; packed: number; size: number; local: number; next: number }

function directoryEntry(view: DataView<ArrayBuffer>, at: number): Found {
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const nameLength = view.getUint16(at + 28, true)
  const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if (next > view.byteLength) throw new BadArchive('The directory of the archive is damaged.')
  if ((flags & ENCRYPTED) !== 0) throw new BadArchive('Encrypted archives can’t be read.')
  if (method !== STORED && method !== DEFLATED) throw new BadArchive('The archive uses an unknown compression.')
  const packed = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  if (packed === 0xffffffff || size === 0xffffffff) throw new BadArchive('This archive is too large to read here.')
  if (method === STORED && packed !== size) throw new BadArchive('The directory of the archive is damaged.')
  const name = utf8.decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength))
  return { name, method, packed, size, local: view.getUint32(at + 42, true), next }
}

async function findEnd(file: Blob): Promise<DataView<ArrayBuffer>> {
  const from = Math.max(0, file.size - END_SIZE - LARGEST_COMMENT)
  const tail = await viewOf(file, from, file.size)
  for (let at = tail.byteLength - END_SIZE; at >= 0; at--)
    if (tail.getUint32(at, true) === END) return new DataView(tail.buffer, at, END_SIZE)
  throw new BadArchive('This isn’t a zip archive. It was damaged, or it isn’t an export that Reflexor can read.')
}

function openEntry(file: Blob, { method, packed, size, local }: Found): ReadableStream<Uint8Array<ArrayBuffer>> {
  let source: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null
  let given = 0
  return new ReadableStream({
    pull: async (controller) => {
      try {
        source ??= (await contentOf(file, local, packed, method)).getReader()
        const { done, value } = await source.read()
        given += value?.length ?? 0
        if (given > size || (done && given < size)) throw new BadArchive('A file in the archive has the wrong size.')
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        void source?.cancel().catch(() => {}) // it is broken already; the reader hears why
        throw error instanceof BadArchive ? error : new BadArchive('A file in the archive can’t be unpacked.')
      }
    },
    cancel: (reason) => source?.cancel(reason),
  })
}

async function contentOf(
  file: Blob,
  local: number,
  packed: number,
  method: number,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (local + 30 > file.size) throw new BadArchive('The archive is incomplete or damaged.')
  const header = await viewOf(file, local, local + 30)
  if (header.getUint32(0, true) !== LOCAL) throw new BadArchive('The archive is incomplete or damaged.')
  const start = local + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  if (start + packed > file.size) throw new BadArchive('The archive is incomplete or damaged.')
  const bytes = file.slice(start, start + packed).stream() as ReadableStream<Uint8Array<ArrayBuffer>>
  return method === STORED ? bytes : bytes.pipeThrough(new DecompressionStream('deflate-raw'))
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(from, to).arrayBuffer())
}

const inMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024)
