import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { bytesOf } from './profile-bytes.ts'

/** What a thief of the profile finds in it: bytes that may be keys, and values that may be encrypted. */
export type Carved = { keys: Buffer[]; short: Buffer[]; long: Buffer[] }

const ROUNDS = 600_000
/** An AES key as V8 writes a CryptoKey: its kind, 32 bytes of length, the uses, 32 bytes. */
const KEY = /\\K[^ -~]. [\s\S]{1,2} ([\s\S]{32})/g
/** An ArrayBuffer as V8 writes it: `B`, a length of one or two bytes. */
const BUFFER = /B(?=([\s\S])([\s\S]))/g
const LONGEST = 4096

export function carve(profile: string): Carved {
  const found = { keys: new Set<string>(), short: new Set<string>(), long: new Set<string>() }
  for (const { path, bytes } of bytesOf(profile)) {
    if (!/IndexedDB|WebStorage|File System/.test(path)) continue
    const text = bytes.toString('latin1')
    for (const [, key = ''] of text.matchAll(KEY)) found.keys.add(key)
    for (const { index } of text.matchAll(BUFFER)) {
      const [first = 0, second = 0] = [bytes[index + 1], bytes[index + 2]]
      const head = first < 128 ? 2 : 3
      const size = first < 128 ? first : (first & 127) + second * 128
      const value = text.slice(index + head, index + head + size)
      if (value.length !== size || size > LONGEST) continue
      if (size === 12 || size === 16) found.short.add(value)
      else if (size > 16) found.long.add(value)
    }
  }
  const buffers = (texts: Set<string>): Buffer[] => [...texts].map((each) => Buffer.from(each, 'latin1'))
  return { keys: buffers(found.keys), short: buffers(found.short), long: buffers(found.long) }
}

/**
 * Everything that opens: each encrypted value with each key that lies there, or that one of these passphrases makes.
 * `bound`: owner and origin of each secret, as the app binds them.
 */
export function openAll(
  { keys, short, long }: Carved,
  bound: readonly (readonly [string, string])[],
  passphrases: readonly string[] = [],
): string[] {
  const salts = short.filter(({ length }) => length === 16)
  const derived = passphrases.flatMap((words) =>
    salts.map((salt) => pbkdf2Sync(words.normalize('NFKC'), salt, ROUNDS, 32, 'sha256')),
  )
  const ivs = short.filter(({ length }) => length === 12)
  const opened = new Set<string>()
  for (const key of [...keys, ...derived])
    for (const iv of ivs)
      for (const data of long)
        for (const each of bound) {
          const plain = open(key, iv, data, JSON.stringify(each))
          if (plain !== null) opened.add(plain)
        }
  return [...opened].sort()
}

function open(key: Buffer, iv: Buffer, data: Buffer, bound: string): string | null {
  const tag = data.length - 16
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(data.subarray(tag))
  const plain = decipher.update(data.subarray(0, tag))
  try {
    decipher.final()
    return plain.toString()
  } catch {
    // another key, or another value
    return null
  }
}
