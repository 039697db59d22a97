import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What a thief of a browser profile reads: each raw file, and the records of LevelDB, whole and uncompressed (the log
 * splits records into pieces, tables compress their blocks with Snappy, and IndexedDB compresses larger values again).
 * A deleted record remains until LevelDB rewrites its file.
 */
export type Found = { path: string; bytes: Buffer }

export function* bytesOf(profile: string): Generator<Found> {
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    yield { path, bytes }
    const records = entry.name.endsWith('.ldb') ? recordsOfTable(bytes) : isLog(path) ? recordsOfLog(bytes) : []
    for (const record of records) {
      yield { path, bytes: record }
      const unpacked = packedValue(record)
      if (unpacked !== null) yield { path, bytes: unpacked }
    }
  }
}

/** Paths of the profile's files and records that have these bytes. */
export function pathsWith(profile: string, wanted: Buffer): string[] {
  const paths = new Set<string>()
  for (const { path, bytes } of bytesOf(profile)) if (bytes.includes(wanted)) paths.add(path.slice(profile.length))
  return [...paths]
}

const isLog = (path: string): boolean => /leveldb[\\/]\d+\.log$/.test(path)
const BLOCK = 32_768
const HEAD = 7
/** Types of pieces: a whole record, and the last piece of a record. */
const ENDS = [1, 4]

/** Records of LevelDB's log (or MANIFEST), each assembled from its pieces. */
function recordsOfLog(log: Buffer): Buffer[] {
  const records: Buffer[] = []
  const pieces: Buffer[] = []
  for (let at = 0; at < log.length; ) {
    const left = BLOCK - (at % BLOCK)
    const kind = left < HEAD || at + HEAD > log.length ? 0 : (log[at + 6] ?? 0)
    if (kind === 0) {
      at += left
      continue
    }
    const end = at + HEAD + log.readUInt16LE(at + 4)
    pieces.push(log.subarray(at + HEAD, end))
    if (ENDS.includes(kind)) records.push(Buffer.concat(pieces.splice(0)))
    at = end
  }
  return records
}

/** Values of LevelDB's table, including values that a later file deletes. Throws if the file is not a table. */
function recordsOfTable(table: Buffer): Buffer[] {
  const foot = reader(table.subarray(table.length - 48))
  foot.number()
  foot.number()
  const block = (at: number, size: number): Buffer => {
    const raw = table.subarray(at, at + size)
    return table[at + size] === 1 ? unpackSnappy(raw) : raw
  }
  const index = entriesOf(block(foot.number(), foot.number()))
  return index.flatMap((handle) => {
    const { number } = reader(handle)
    return entriesOf(block(number(), number()))
  })
}

function entriesOf(block: Buffer): Buffer[] {
  const end = block.length - 4 - 4 * block.readUInt32LE(block.length - 4)
  const entries = reader(block.subarray(0, end))
  const values: Buffer[] = []
  while (entries.at() < end) {
    entries.number() // length of the prefix shared with the previous key
    const key = entries.number()
    const value = entries.number()
    entries.take(key)
    values.push(entries.take(value))
  }
  return values
}

/** The header of a value that Chromium has compressed: a format version, and 2 for Snappy. */
function packedValue(record: Buffer): Buffer | null {
  const at = record.subarray(0, 24).indexOf(Buffer.from([0xff, 0x11, 0x02]))
  return at < 0 ? null : unpackSnappy(record.subarray(at + 3))
}

/** The format is described in google/snappy, format_description.txt. */
function unpackSnappy(packed: Buffer): Buffer {
  const source = reader(packed)
  const out = Buffer.alloc(source.number())
  for (let at = 0; source.at() < packed.length; ) {
    const tag = source.byte()
    const kind = tag & 3
    if (kind === 0) {
      const short = tag >> 2
      const size = 1 + (short < 60 ? short : source.little(short - 59))
      source.take(size).copy(out, at)
      at += size
      continue
    }
    const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const back = kind === 1 ? (tag >> 5) * 256 + source.byte() : source.little(kind === 2 ? 2 : 4)
    // byte by byte: a copy may repeat bytes that it has just written
    for (const end = at + size; at < end; at++) out[at] = out[at - back] ?? 0
  }
  return out
}

function reader(bytes: Buffer) {
  let at = 0
  const byte = (): number => bytes[at++] ?? 0
  const little = (size: number): number => {
    let value = 0
    for (let n = 0; n < size; n++) value += byte() * 256 ** n
    return value
  }
  return {
    at: () => at,
    byte,
    little,
    number: (): number => {
      let value = 0
      for (let scale = 1; ; scale *= 128) {
        const next = byte()
        value += (next & 127) * scale
        if (next < 128) return value
      }
    },
    take: (size: number): Buffer => {
      at += size
      return bytes.subarray(at - size, at)
    },
  }
}
