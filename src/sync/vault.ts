import { LARGEST_OBJECT } from './ask.ts'
import { pack, unpack } from './packing.ts'

/**
 * All that goes to the storage is sealed under the vault's key, 32 random bytes that only devices have. What the
 * storage sees are names without meaning, rough sizes, times, and the numbers of slots.
 *
 * An object: one byte for the format, 32 random bytes, then AES-GCM. Its key is made of the vault's key and those
 * random bytes, for it alone, so that the nonce may stay the same: with one key and random nonces of 96 bits, a vault
 * in long use would come near a repetition. A blob has such a key too, though its name follows from its content:
 * compression differs between browsers, and one key for two contents would give both away. An object is bound to its
 * place: opened at another, it is as broken as a changed one.
 */
export type Vault = {
  /** The first part of all its keys in the storage. */
  name: string
  /** The key in the storage. Keys of slots sort in their order. */
  keyOf: (place: Place) => Promise<string>
  /** The prefix of the keys of a kind, or of a log, with a final `/`. */
  prefixOf: (kind: Place['kind'], log?: string) => Promise<string>
  seal: (place: Place, bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
  /** Rejects with SealBroken. `most`: bytes that it may unpack to. */
  open: (place: Place, sealed: Uint8Array<ArrayBuffer>, most?: number) => Promise<Uint8Array<ArrayBuffer>>
}

/**
 * `header`: marks a vault. `stretch`: `size` segments from `slot` on. `blob`: belongs to a log and is deleted with its
 * session; without a log: stored by an older version. `note`: a device's note about itself. `late`: the result of an
 * act whose session was taken during the act. `text`: answers in progress, as one device shows them. `keys`: the model
 * providers that a device lends to the others, if the person allows it. `gone`: a device was removed. Ids may be any
 * text; the storage sees none of them.
 */
export type Place =
  | { kind: 'header' }
  | { kind: 'segment'; log: string; slot: number }
  | { kind: 'stretch'; log: string; slot: number; size: number }
  | { kind: 'blob'; sha: string; log?: string }
  | { kind: 'note'; device: string }
  | { kind: 'late'; log: string; call: string; attempt: number }
  | { kind: 'text'; log: string; device: string }
  | { kind: 'keys'; device: string }
  | { kind: 'gone'; device: string }

/** `newer`: only a newer version of the app can open it. Otherwise the bytes are not those that were written. */
export class SealBroken extends Error {
  readonly newer: boolean

  constructor(newer: boolean) {
    super(
      newer
        ? 'Written by a newer version of Reflexor. Update this one.'
        : 'The storage returned changed, moved or incomplete data.',
    )
    this.name = 'SealBroken'
    this.newer = newer
  }
}

const KEY_BYTES = 32
const FORMAT = 1
const SALT = 32
const HEADER = 1 + SALT
const TAG = 16
/** Digits of a slot: as texts they sort as numbers do. */
const SLOT_DIGITS = 8

export const makeVaultKey = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(KEY_BYTES))

/** Rejects with a RangeError unless the key has 32 bytes. */
export async function openVault(key: Uint8Array<ArrayBuffer>): Promise<Vault> {
  if (key.length !== KEY_BYTES) throw new RangeError(`A vault's key has ${KEY_BYTES} bytes.`)
  const root = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey'])
  const derive = (
    purpose: string,
    salt: Uint8Array<ArrayBuffer>,
    to: AesKeyGenParams | HmacKeyGenParams,
    uses: KeyUsage[],
  ) =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(`reflexor/devices/${purpose}`) },
      root,
      to,
      false,
      uses,
    )
  const names = await derive('names', new Uint8Array(), { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign'])
  /** 128 bits in hex: storages treat upper case differently. */
  const nameOf = async (kind: string, ...ids: (string | number)[]): Promise<string> => {
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', names, utf8(JSON.stringify([kind, ...ids]))))
    return Array.from(mac.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const name = await nameOf('vault')
  const objectKey = (salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
    derive('object', salt, { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt'])

  const prefixOf: Vault['prefixOf'] = async (kind, log) =>
    log === undefined ? `${name}/${LETTERS[kind]}/` : `${name}/${LETTERS[kind]}/${await nameOf('log', log)}/`
  const keyOf = async (place: Place): Promise<string> => {
    switch (place.kind) {
      case 'header':
        return `${name}/${LETTERS.header}`
      case 'segment':
        return (await prefixOf(place.kind, place.log)) + String(place.slot).padStart(SLOT_DIGITS, '0')
      case 'stretch':
        return `${await prefixOf(place.kind, place.log)}${String(place.slot).padStart(SLOT_DIGITS, '0')}-${place.size}`
      case 'blob':
        return (await prefixOf(place.kind, place.log)) + (await nameOf('blob', place.sha))
      case 'note':
        return (await prefixOf(place.kind)) + (await nameOf('device', place.device))
      case 'late':
        return (await prefixOf(place.kind, place.log)) + (await nameOf('call', place.call, place.attempt))
      case 'text':
        return (await prefixOf(place.kind, place.log)) + (await nameOf('device', place.device))
      case 'keys':
      case 'gone':
        return (await prefixOf(place.kind)) + (await nameOf('device', place.device))
    }
  }
  const cipher = async (place: Place, format: number): Promise<AesGcmParams> => ({
    name: 'AES-GCM',
    iv: new Uint8Array(12),
    additionalData: utf8(JSON.stringify([format, await keyOf(place)])),
  })
  return {
    name,
    keyOf,
    prefixOf,
    seal: async (place, bytes) => {
      const salt = crypto.getRandomValues(new Uint8Array(SALT))
      const packed = await pack(bytes, HEADER + TAG)
      const sealed = await crypto.subtle.encrypt(await cipher(place, FORMAT), await objectKey(salt), packed)
      const object = new Uint8Array(HEADER + sealed.byteLength)
      object[0] = FORMAT
      object.set(salt, 1)
      object.set(new Uint8Array(sealed), HEADER)
      return object
    },
    open: async (place, object, most = LARGEST_OBJECT) => {
      const [format = 0] = object
      // an unknown format can’t be checked for damage
      if (format > FORMAT) throw new SealBroken(true)
      if (format !== FORMAT || object.length < HEADER + TAG) throw new SealBroken(false)
      const key = await objectKey(object.slice(1, HEADER))
      const packed = await crypto.subtle
        .decrypt(await cipher(place, format), key, object.subarray(HEADER))
        .catch(() => null)
      const bytes = packed === null ? null : await unpack(new Uint8Array(packed), most)
      if (bytes === null) throw new SealBroken(false)
      return bytes
    },
  }
}

const LETTERS: Record<Place['kind'], string> = {
  header: 'v',
  segment: 's',
  stretch: 'x',
  blob: 'b',
  note: 'd',
  late: 'late',
  text: 'text',
  keys: 'k',
  gone: 'gone',
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
