import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** LevelDB's log: blocks of 32 kB, in them records with a head of seven bytes (CRC, length, whole or part). */
const BLOCK = 32_768
const CLAIMED = 1500
const WRITTEN = 100

/**
 * Leaves half a record at the end of the log of a profile's IndexedDB, as a kill does that falls between two writes of the browser: its head
 * says more bytes than follow. Returns whether that log is still there.
 */
export function tearLog(profile: string): () => boolean {
  const path = logOf(profile)
  const left = BLOCK - (statSync(path).size % BLOCK)
  // what the writer leaves at a block's end is zeros
  const padding = left < 7 + CLAIMED ? left : 0
  const half = Buffer.alloc(padding + 7 + WRITTEN, 1)
  half.fill(0, 0, padding)
  half.writeUInt16LE(CLAIMED, padding + 4)
  half.writeUInt8(1, padding + 6)
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

function logOf(profile: string): string {
  const databases = join(profile, 'Default', 'IndexedDB')
  const [folder, ...others] = readdirSync(databases).filter((name) => name.endsWith('.indexeddb.leveldb'))
  if (folder === undefined || others.length > 0) throw new Error('One origin was expected')
  const log = readdirSync(join(databases, folder))
    .filter((name) => name.endsWith('.log'))
    .sort()
    .at(-1)
  if (log === undefined) throw new Error('IndexedDB has no log')
  return join(databases, folder, log)
}
