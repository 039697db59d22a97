import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** LevelDB's log: blocks of 32 kB with records, each with a header of seven bytes (CRC, length, whole or part). */
const BLOCK = 32_768
const HEAD = 7
/** Types of records: a whole one, and the last part of a split one. */
const WHOLE = 1
const LAST = 4
const CLAIMED = 1500
const WRITTEN = 100

/**
 * Leaves half a record at the end of the log of a profile's IndexedDB, as a kill between two writes of the browser
 * does: its header announces more bytes than follow. Returns whether that log is still there.
 */
export function tearLog(profile: string): () => boolean {
  const path = logOf(profile)
  const left = BLOCK - (statSync(path).size % BLOCK)
  // the writer fills a block's end with zeros
  const padding = left < HEAD + CLAIMED ? left : 0
  const half = Buffer.alloc(padding + HEAD + WRITTEN, 1)
  half.fill(0, 0, padding)
  half.writeUInt16LE(CLAIMED, padding + 4)
  half.writeUInt8(WHOLE, padding + 6)
  appendFileSync(path, half)
  return () => existsSync(path)
}

/** Changes bytes in the middle of that log, as a damaged disk does. */
export function spoilLog(profile: string): void {
  const path = logOf(profile)
  const bytes = readFileSync(path)
  bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 64)
  writeFileSync(path, bytes)
}

/** The path of that log, if a kill left half a record at its end; null: it is whole, or missing. */
export function tornLog(profile: string): string | null {
  const path = findLog(profile)
  return path !== null && endsInHalf(readFileSync(path)) ? path : null
}

/** Whether a LevelDB log ends within a record, or lacks the last part of a split record. Ignores CRCs. */
export const endsInHalf = (log: Buffer): boolean => wholeOf(log) < log.length

/** Number of its bytes that are whole records or unused space. */
function wholeOf(log: Buffer): number {
  let whole = 0
  for (let at = 0; at < log.length; ) {
    const left = BLOCK - (at % BLOCK)
    const kind = at + HEAD > log.length ? undefined : log[at + 6]
    const isRoom = left < HEAD || kind === 0
    if (kind === undefined && !isRoom) break
    const open = whole < at
    at += isRoom ? left : HEAD + log.readUInt16LE(at + 4)
    if (at > log.length && !isRoom) break
    if (isRoom ? !open : kind === WHOLE || kind === LAST) whole = Math.min(at, log.length)
  }
  return whole
}

/**
 * The same can happen to the list of the browser's own files (LevelDB's MANIFEST, in the same format), which it also
 * continues to write and never abandons: a page can do nothing about that. Cuts off the half record, as the browser
 * does when it reads it; false: it was whole.
 */
export function mendTornList(profile: string): boolean {
  const log = findLog(profile)
  if (log === null) return false
  const folder = dirname(log)
  let mended = false
  for (const name of readdirSync(folder).filter((each) => each.startsWith('MANIFEST-'))) {
    const list = readFileSync(join(folder, name))
    if (!endsInHalf(list)) continue
    truncateSync(join(folder, name), wholeOf(list))
    mended = true
  }
  return mended
}

function logOf(profile: string): string {
  const log = findLog(profile)
  if (log === null) throw new Error('IndexedDB has no log')
  return log
}

/** Null: nothing was stored yet. */
function findLog(profile: string): string | null {
  const databases = join(profile, 'Default', 'IndexedDB')
  if (!existsSync(databases)) return null
  const [folder, ...others] = readdirSync(databases).filter((name) => name.endsWith('.indexeddb.leveldb'))
  if (others.length > 0) throw new Error('One origin was expected')
  if (folder === undefined) return null
  const log = readdirSync(join(databases, folder))
    .filter((name) => name.endsWith('.log'))
    .sort()
    .at(-1)
  return log === undefined ? null : join(databases, folder, log)
}
