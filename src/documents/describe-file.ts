import { Gunzip, unzipSync } from 'fflate'
import { byteKind, HEAD_BYTES } from './file-kind.ts'

/** Entries of an archive that are listed by name. */
const ENTRIES = 200
/** Most entries of an archive that is listed at all. */
const MOST_ENTRIES = 100_000
const MOST_UNPACKED = 100_000_000
/** Most bytes of a file that is inspected. */
const MOST_BYTES = 100_000_000

const WORK = 'It is a file of the workspace: tools can work on it.'

/** Describes a file that is not text, in words for a model: an archive with its list, a database, a film. */
export async function describeFile(name: string, file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const begins = (signs: string): boolean => [...signs].every((sign, at) => head[at] === sign.charCodeAt(0))
  if (begins('SQLite format 3\0')) return `A SQLite database. ${WORK}`
  if (begins('PAR1')) return `A Parquet file, a table in columns. ${WORK}`
  const list = file.size > MOST_BYTES ? null : listOf(new Uint8Array(await file.arrayBuffer()))
  if (list !== null) return inWords(list)
  const kind = byteKind(head)
  if (kind === 'film' || file.type.startsWith('video/')) return `A film. It cannot be shown to you. ${WORK}`
  if (kind === 'old-office') return `A document of an old Office. It cannot be read here. ${WORK}`
  if (kind === 'packed') return `A packed file. What is in it is not known here. ${WORK}`
  return `Binary data${/\.[^.]+$/.test(name) ? '' : ' without a name that tells its kind'}. ${WORK}`
}

type Entry = { name: string; size: number }

function inWords(entries: readonly Entry[]): string {
  const lines = entries.slice(0, ENTRIES).map(({ name, size }) => `${visible(name)} (${size} bytes)`)
  const more = entries.length > ENTRIES ? [`… and ${entries.length - ENTRIES} more`] : []
  const count = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`
  return [`An archive of ${count}. ${WORK}`, ...lines, ...more].join('\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: making them visible is the point
const visible = (name: string): string => name.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')

/** null: not a known archive. */
function listOf(bytes: Uint8Array): Entry[] | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zipList(bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return tarList(unpacked(bytes))
  return tarList(bytes)
}

function zipList(bytes: Uint8Array): Entry[] | null {
  const entries: Entry[] = []
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        // it may claim four billion entries
        if (entries.length === MOST_ENTRIES) throw new RangeError('It claims more entries than an archive has.')
        entries.push({ name, size: originalSize })
        return false
      },
    })
    return entries
  } catch {
    // damaged, or not a zip
    return null
  }
}

/** As much as is inspected; empty if damaged. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const gunzip = new Gunzip((part) => {
      parts.push(part)
      size += part.length
    })
    // a thousand bytes may unpack to a million
    const STEP = 1024
    for (let at = 0; at < bytes.length && size < MOST_UNPACKED; at += STEP)
      gunzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
  } catch {
    // what came before the damage is listed
  }
  const whole = new Uint8Array(size)
  let place = 0
  for (const part of parts) {
    whole.set(part, place)
    place += part.length
  }
  return whole
}

const BLOCK = 512

function tarList(bytes: Uint8Array): Entry[] | null {
  const text = (from: number, length: number): string =>
    new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, '')
  if (text(257, 5) !== 'ustar') return null
  const entries: Entry[] = []
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    if (!Number.isSafeInteger(size) || size < 0) break
    const prefix = text(at + 345, 155)
    const kind = text(at + 156, 1)
    if (kind === '' || kind === '0' || kind === '5')
      entries.push({ name: `${prefix === '' ? '' : `${prefix}/`}${text(at, 100)}`, size })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return entries
}
