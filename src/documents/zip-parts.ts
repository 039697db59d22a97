import { Inflate } from 'fflate'

/**
 * The parts of a zip, by its directory alone: entries that only a streaming reader would see do not count. Each part is
 * unpacked within the size that the directory states, and everything ambiguous is refused.
 */

/** Why a zip is not read. `large`: it has more than is allowed. */
export class BadZip extends Error {
  override readonly name = 'BadZip'
  readonly reason: 'damaged' | 'large'
  constructor(reason: 'damaged' | 'large') {
    super(`The zip is ${reason}.`)
    this.reason = reason
  }
}

export type ZipLimits = {
  /** Parts to unpack. Others stay packed and are not counted. */
  isWanted: (name: string) => boolean
  /** Unpacked bytes of all wanted parts together. */
  bytes: number
}

const END = 0x06054b50
const END_SIZE = 22
const ZIP64_LOCATOR = 0x07064b50
const ZIP64_LOCATOR_SIZE = 20
const CENTRAL = 0x02014b50
const CENTRAL_SIZE = 46
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const LARGEST_COMMENT = 0xffff
const ENCRYPTED = 1
/** Flag: the sizes follow the content and are missing in the header before it. */
const SIZES_LATER = 8
const STORED = 0
const DEFLATED = 8
const MOST_ENTRIES = 20_000
/** Marks a field whose value is stored elsewhere (ZIP64): only archives over 4 GB need that. */
const ELSEWHERE = 0xffffffff
/** Packed bytes to unpack at once: a thousand may become a million. */
const STEP = 1024

type Entry = { name: string; method: number; flags: number; packed: number; size: number; local: number }

/** The wanted parts by name. Throws BadZip. */
export function zipParts(bytes: Uint8Array, limits: ZipLimits): Map<string, Uint8Array<ArrayBuffer>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const entries = directoryOf(view, bytes)
    const spans = entries.map((entry) => contentOf(view, bytes, entry))
    refuseOverlaps(spans)
    const parts = new Map<string, Uint8Array<ArrayBuffer>>()
    let left = limits.bytes
    for (const [at, entry] of entries.entries()) {
      const span = spans[at]
      if (span === undefined || !limits.isWanted(entry.name)) continue
      if (entry.size > left) throw new BadZip('large')
      left -= entry.size
      parts.set(entry.name, unpacked(bytes.subarray(span.start, span.end), entry))
    }
    return parts
  } catch (error) {
    // an offset outside of the file
    if (error instanceof RangeError) throw new BadZip('damaged')
    throw error
  }
}

function directoryOf(view: DataView, bytes: Uint8Array): Entry[] {
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  const size = view.getUint32(end + 12, true)
  const offset = view.getUint32(end + 16, true)
  // one disk, and a directory that ends where the end record begins
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count || offset + size !== end)
    throw new BadZip('damaged')
  if (count > MOST_ENTRIES) throw new BadZip('large')
  const entries: Entry[] = []
  const names = new Set<string>()
  let at = offset
  for (let n = 0; n < count; n++) {
    if (view.getUint32(at, true) !== CENTRAL) throw new BadZip('damaged')
    const nameLength = view.getUint16(at + 28, true)
    const next = at + CENTRAL_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) throw new BadZip('damaged')
    const entry: Entry = {
      name: textOf(bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    }
    if (entry.packed === ELSEWHERE || entry.size === ELSEWHERE || entry.local === ELSEWHERE) throw new BadZip('large')
    // two parts of the same name: readers differ in which they read
    if (names.has(entry.name.toLowerCase())) throw new BadZip('damaged')
    names.add(entry.name.toLowerCase())
    entries.push(entry)
    at = next
  }
  if (at !== end) throw new BadZip('damaged')
  return entries
}

/** The offset of the only end record that reaches to the end of the file. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE
  for (let at = last; at >= Math.max(0, last - LARGEST_COMMENT); at--) {
    if (view.getUint32(at, true) !== END || view.getUint16(at + 20, true) !== last - at) continue
    const locator = at - ZIP64_LOCATOR_SIZE
    if (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR) throw new BadZip('large')
    return at
  }
  throw new BadZip('damaged')
}

type Span = { from: number; start: number; end: number }

/** Where the content of an entry is. Its header must agree with the directory. */
function contentOf(view: DataView, bytes: Uint8Array, entry: Entry): Span {
  const { local, name, method, flags, packed, size } = entry
  if (view.getUint32(local, true) !== LOCAL) throw new BadZip('damaged')
  const nameLength = view.getUint16(local + 26, true)
  const start = local + LOCAL_SIZE + nameLength + view.getUint16(local + 28, true)
  const end = start + packed
  const localFlags = view.getUint16(local + 6, true)
  const isSame =
    textOf(bytes.subarray(local + LOCAL_SIZE, local + LOCAL_SIZE + nameLength)) === name &&
    view.getUint16(local + 8, true) === method &&
    end <= bytes.length &&
    (method !== STORED || packed === size)
  const [saidPacked, saidSize] = [view.getUint32(local + 18, true), view.getUint32(local + 22, true)]
  const saysSizes = (localFlags & SIZES_LATER) === 0 && saidPacked !== ELSEWHERE && saidSize !== ELSEWHERE
  if (!isSame || (saysSizes && (saidPacked !== packed || saidSize !== size))) throw new BadZip('damaged')
  if (((flags | localFlags) & ENCRYPTED) !== 0) throw new BadZip('damaged')
  return { from: local, start, end }
}

/** Entries that share bytes make zip bombs. */
function refuseOverlaps(spans: readonly Span[]): void {
  let last = 0
  for (const { from, end } of [...spans].sort((a, b) => a.from - b.from)) {
    if (from < last) throw new BadZip('damaged')
    last = end
  }
}

function unpacked(packed: Uint8Array, { method, size }: Entry): Uint8Array<ArrayBuffer> {
  if (method === STORED) return packed.slice()
  if (method !== DEFLATED) throw new BadZip('damaged')
  const content = new Uint8Array(size)
  let length = 0
  const inflate = new Inflate((piece) => {
    if (length + piece.length > size) throw new BadZip('damaged')
    content.set(piece, length)
    length += piece.length
  })
  try {
    for (let at = 0; at < packed.length; at += STEP)
      inflate.push(packed.subarray(at, at + STEP), at + STEP >= packed.length)
  } catch {
    throw new BadZip('damaged')
  }
  if (length !== size) throw new BadZip('damaged')
  return content
}

const utf8 = new TextDecoder()
const textOf = (bytes: Uint8Array): string => utf8.decode(bytes)
