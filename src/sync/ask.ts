import { StoreFailure, type StoreProblem } from './object-store.ts'

/** A single HTTP request to a storage: with a time limit, and an answer of bounded size. */

/** In ms without a byte. A request with a body gets more, by its size. */
const PATIENCE = 30_000
/** Upload speed of the slowest line, in bytes per ms. */
const SLOWEST = 8
/** Bytes of the largest object. */
export const LARGEST_OBJECT = 64 * 1024 * 1024
const LARGEST_WORDS = 4 * 1024 * 1024
/** In ms: a storage can’t make its devices wait longer with `Retry-After`. */
const LONGEST_WAIT = 10 * 60_000

export type Answer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> }
export type Question = {
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | string
  signal: AbortSignal
  /** ms until the answer begins. */
  patience?: number
  /** Whether an object is requested, which may be large; any other answer is short text. */
  object?: boolean
}

/**
 * Rejects with a StoreFailure if no complete answer came (`unreachable`, `timeout`, `too-large`), whether or not the
 * request had an effect; with the signal's reason if it was aborted. An answer of any status resolves.
 */
export async function ask(fetch: typeof globalThis.fetch, url: string, question: Question): Promise<Answer> {
  const { signal, patience = PATIENCE, object = false, body, ...init } = question
  signal.throwIfAborted()
  const ending = new AbortController()
  const stop = (): void => ending.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => ending.abort(SILENCE), ms)
  }
  try {
    wait(patience + (body?.length ?? 0) / SLOWEST)
    const response = await fetch(url, { ...init, ...(body === undefined ? {} : { body }), signal: ending.signal })
    const most = object && response.ok ? LARGEST_OBJECT : LARGEST_WORDS
    const bytes = await readAll(response, most, () => wait(PATIENCE))
    return { status: response.status, headers: response.headers, bytes }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof StoreFailure) throw error
    throw ending.signal.aborted ? SILENCE : noAnswer(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** The same for a conditional write: null if its outcome is unknown. */
export async function askOnce(...asked: Parameters<typeof ask>): Promise<Answer | null> {
  try {
    return await ask(...asked)
  } catch (error) {
    if (error instanceof StoreFailure) return null
    throw error
  }
}

const SILENCE = new StoreFailure({ kind: 'timeout', message: 'The storage took too long to answer.' })

/** A browser's own message (TypeError) tells a person nothing; the message of the guard before it does. */
function noAnswer(error: unknown): StoreFailure {
  const said =
    error instanceof Error && !(error instanceof TypeError) && error.name !== 'AbortError' ? error.message : ''
  return new StoreFailure({ kind: 'unreachable', message: said || 'Couldn’t reach the storage.' })
}

async function readAll(response: Response, most: number, onBytes: () => void): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body.getReader()
  for (;;) {
    onBytes()
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most) {
      reader.cancel().catch(() => {}) // nobody reads on
      const message = `The storage sent more than ${most / 1024 / 1024} MB.`
      throw new StoreFailure({ kind: 'too-large', message, status: response.status })
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The page of a proxy or a sign-in instead of the storage, with any status. */
export const isWebPage = ({ headers, bytes }: Answer): boolean =>
  /html/i.test(headers.get('content-type') ?? '') && /^\s*(<!doctype|<html|<head|<body|<!--)/i.test(wordsOf(bytes, 200))

/** An answer as text; invalid bytes become U+FFFD. */
export const wordsOf = (bytes: Uint8Array, most = bytes.length): string =>
  new TextDecoder().decode(bytes.subarray(0, most))

/** The meaning of an error status that is not special to the engine. `said`: the engine's own code, one word. */
export function statusProblem({ status, headers }: Answer, said = ''): StoreProblem {
  const [kind, words] = meaningOf(status, said)
  const code = said === '' ? `HTTP ${status}` : `HTTP ${status}, ${said}`
  const wait = headers.get('retry-after')?.trim() ?? ''
  const problem: StoreProblem = { kind, message: `${words} (${code})`, status }
  return /^\d+$/.test(wait) ? { ...problem, retryAfter: Math.min(Number(wait) * 1000, LONGEST_WAIT) } : problem
}

function meaningOf(status: number, said: string): [StoreProblem['kind'], string] {
  if (/TimeTooSkewed/.test(said)) return ['clock', 'The clock of this device is too far from that of the storage.']
  if (status === 507 || /quota|storagefull|insufficient_?storage/i.test(said)) return ['full', 'The storage is full.']
  if (status === 401 || status === 403)
    return ['refused', 'The storage rejected the credentials, or they lack permission.']
  if (status === 404) return ['no-place', 'This location doesn’t exist in the storage.']
  if (status === 413) return ['too-large', 'The storage doesn’t accept objects of this size.']
  if (status === 429 || /^SlowDown$/i.test(said)) return ['rate-limited', 'The storage is rate-limiting requests.']
  if (status === 501) return ['unfit', 'The storage lacks a required feature.']
  if (status >= 500) return ['server', 'The storage had an internal error.']
  return ['gone-wrong', 'Unexpected response from the storage.']
}

export const WEB_PAGE = new StoreFailure({
  kind: 'gone-wrong',
  message: 'The storage returned a web page: a proxy, a sign-in page or a wrong address.',
})
