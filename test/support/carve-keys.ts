import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { bytesOf } from './profile-bytes.ts'

/** What a thief of the profile finds in it, knowing how the app stores keys. */
export type Carved = { keys: Buffer[]; salts: Buffer[]; ivs: Buffer[]; sealed: Buffer[] }

const ROUNDS = 600_000
/** An AES key as V8 writes a CryptoKey: its type, 32 bytes of length, the uses, 32 bytes of key. */
const KEY = /\\K[^ -~]. [\s\S]{1,2} ([\s\S]{32})/g
/**
 * Properties as V8 writes them: `"`, the length of the name, the name, `B` for an ArrayBuffer, its length, its bytes.
 */
const IV = /"[^ -~]ivB\f([\s\S]{12})/g
const SALT = /"[^ -~]saltB[^ -~]([\s\S]{16})/g
const SEALED = /"[^ -~]dataB([\s\S]{2})/g

export function carve(profile: string): Carved {
  const found = { keys: new Set<string>(), salts: new Set<string>(), ivs: new Set<string>(), sealed: new Set<string>() }
  for (const { path, bytes } of bytesOf(profile)) {
    if (!/IndexedDB|WebStorage/.test(path)) continue
    const text = bytes.toString('latin1')
    for (const [, key = ''] of text.matchAll(KEY)) found.keys.add(key)
    for (const [, salt = ''] of text.matchAll(SALT)) found.salts.add(salt)
    for (const [, iv = ''] of text.matchAll(IV)) found.ivs.add(iv)
    for (const { 0: head, 1: length = '', index } of text.matchAll(SEALED)) {
      const [first, second] = [length.charCodeAt(0), length.charCodeAt(1)]
      // a length of one byte, or of two
      const start = index + head.length - (first < 128 ? 1 : 0)
      const size = first < 128 ? first : (first & 127) + second * 128
      if (size > 16) found.sealed.add(text.slice(start, start + size))
    }
  }
  const buffers = (texts: Set<string>): Buffer[] => [...texts].map((each) => Buffer.from(each, 'latin1'))
  return {
    keys: buffers(found.keys),
    salts: buffers(found.salts),
    ivs: buffers(found.ivs),
    sealed: buffers(found.sealed),
  }
}

/**
 * Everything that can be decrypted: each encrypted value with each stored key, and with each key derived from these
 * passphrases. `bound`: owner and origin of each secret, as the app binds them.
 */
export function openAll(
  { keys, salts, ivs, sealed }: Carved,
  bound: readonly (readonly [string, string])[],
  passphrases: readonly string[] = [],
): string[] {
  const derived = passphrases.flatMap((words) =>
    salts.map((salt) => pbkdf2Sync(words.normalize('NFKC'), salt, ROUNDS, 32, 'sha256')),
  )
  const opened = new Set<string>()
  for (const key of [...keys, ...derived])
    for (const iv of ivs)
      for (const data of sealed)
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
    // the wrong key, or the wrong value
    return null
  }
}
