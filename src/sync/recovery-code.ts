import * as z from 'zod/mini'
import type { CodeProblem } from '../settings/storage-engine.ts'
import { base64UrlOf, fromBase64Url } from './base64.ts'

/**
 * Everything that another device needs, as one line of text: the vault's key, the storage's address, and its
 * credentials. It gives full access to anyone, unless a passphrase protects it.
 */
export type Recovery = {
  engine: string
  /** The fields of the engine, including secret ones. */
  fields: Record<string, string>
  vaultKey: Uint8Array<ArrayBuffer>
}

/** `passphrase`: it is protected by one, and none or a wrong one was given. */
export type Parsed =
  | { type: 'recovery'; recovery: Recovery }
  | { type: 'passphrase' }
  | { type: 'broken'; why: CodeProblem }

const BEGIN = 'reflexor-1-'
const CHECK = 4
const ROUNDS = 600_000
const SALT = 16
const IV = 12

const Content = z.tuple([
  z.string().check(z.maxLength(40)),
  z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(4096))),
  z.string().check(z.length(43)),
])

/** `passphrase`: '' for none. */
export async function encodeRecovery({ engine, fields, vaultKey }: Recovery, passphrase: string): Promise<string> {
  const content = utf8(JSON.stringify([engine, fields, base64UrlOf(vaultKey)]))
  const body = passphrase === '' ? joined(Uint8Array.of(0), content) : await wrapped(content, passphrase)
  return BEGIN + base64UrlOf(joined(body, await checksum(body)))
}

/** Line breaks and spaces, from mail or paper, are ignored. Never rejects because of the text. */
export async function parseRecovery(text: string, passphrase: string): Promise<Parsed> {
  const line = text.replace(/\s+/g, '')
  if (!line.startsWith('reflexor-')) return broken('not-a-code')
  if (!line.startsWith(BEGIN)) return broken('code-newer')
  const bytes = line.length > 40_000 ? null : fromBase64Url(line.slice(BEGIN.length))
  if (bytes === null || bytes.length <= CHECK) return broken('code-cut')
  const body = bytes.slice(0, -CHECK)
  if ((await checksum(body)).some((byte, n) => byte !== bytes[body.length + n])) return broken('code-cut')
  if (body[0] === 0) return contentOf(body.subarray(1))
  const content = passphrase === '' ? null : await unwrapped(body, passphrase)
  return content === null ? { type: 'passphrase' } : contentOf(content)
}

const broken = (why: CodeProblem): Parsed => ({ type: 'broken', why })

function contentOf(bytes: Uint8Array): Parsed {
  const parsed = Content.safeParse(jsonOf(bytes))
  const vaultKey = parsed.success ? fromBase64Url(parsed.data[2]) : null
  if (!parsed.success || vaultKey?.length !== 32) return broken('code-unreadable')
  const [engine, fields] = parsed.data
  return { type: 'recovery', recovery: { engine, fields, vaultKey } }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** A check against typing errors, not against attackers. */
async function checksum(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, CHECK)
}

async function wrapped(content: Uint8Array<ArrayBuffer>, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT))
  const iv = crypto.getRandomValues(new Uint8Array(IV))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyFrom(passphrase, salt), content)
  return joined(Uint8Array.of(1), salt, iv, new Uint8Array(sealed))
}

async function unwrapped(body: Uint8Array<ArrayBuffer>, passphrase: string): Promise<Uint8Array | null> {
  const [salt, iv] = [body.slice(1, 1 + SALT), body.slice(1 + SALT, 1 + SALT + IV)]
  if (iv.length !== IV) return null
  const key = await keyFrom(passphrase, salt)
  const opened = crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, body.slice(1 + SALT + IV))
  return opened.then((content) => new Uint8Array(content)).catch(() => null)
}

async function keyFrom(passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', utf8(passphrase.normalize('NFC')), 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return crypto.subtle.deriveKey(how, typed, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
