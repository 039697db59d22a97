import { type Answer, ask, askOnce, isWebPage, type Question, statusProblem, WEB_PAGE, wordsOf } from './ask.ts'
import { type Created, LISTED, type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'
import { rest } from './rest.ts'

/** Time between two reads of a watched key, in ms: `first` while its session runs, up to `most` once it is quiet. */
const LOOK = { first: 2000, most: 15_000, growth: 1.25 }

export type S3Options = {
  /** The bucket's address, without a final slash. */
  url: string
  /** The guarded fetch, which signs each request. */
  fetch: typeof globalThis.fetch
  /** The storage refused a signature because of its time, and reported its own; wall time, ms. */
  setTime: (there: number) => void
  look?: { first: number; most: number; growth: number }
}

/**
 * S3 with conditional writes: `If-None-Match: *` on a PUT. 412 means that the object exists. 409
 * ConditionalRequestConflict, 5xx, and no answer mean an unknown outcome: some storages answer a lost race with 500.
 */
export function makeS3({ url, fetch, setTime, look = LOOK }: S3Options): ObjectStore {
  const objectUrl = (key: string): string => `${url}/${key}`
  /**
   * A refusal because of the time comes before any effect, so the request may be repeated once, signed with the
   * storage's time.
   */
  const inTime = async <Outcome extends Answer | null>(asking: () => Promise<Outcome>): Promise<Outcome> => {
    const first = await asking()
    const there = first === null ? null : timeThere(first)
    if (there === null) return first
    setTime(there)
    return asking()
  }
  const expect = async (address: string, statuses: number[], question: Question): Promise<Answer> => {
    const headers = { ...(question.headers ?? {}), ...(await contentHash(question.body)) }
    const answer = await inTime(() => ask(fetch, address, { ...question, headers }))
    if (isWebPage(answer)) throw WEB_PAGE
    if (!statuses.includes(answer.status)) throw new StoreFailure(statusProblem(answer, codeIn(answer)))
    return answer
  }
  return {
    create: async (key, bytes, signal): Promise<Created> => {
      const headers = { ...BINARY, 'if-none-match': '*', ...(await contentHash(bytes)) }
      const question: Question = { method: 'PUT', headers, body: bytes, signal }
      const answer = await inTime(() => askOnce(fetch, objectUrl(key), question))
      if (answer === null || isWebPage(answer)) return 'doubt'
      if (answer.status === 200 || answer.status === 201 || answer.status === 204) return 'created'
      if (answer.status === 412) return 'exists'
      if (answer.status === 409 || (answer.status >= 500 && !NOT_DONE.has(answer.status))) return 'doubt'
      throw new StoreFailure(statusProblem(answer, codeIn(answer)))
    },
    get: async (key, signal) => {
      const answer = await expect(objectUrl(key), [200, 404], { signal, object: true })
      return isMissing(answer) ? null : answer.bytes
    },
    list: async (prefix, after, signal) => {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': String(LISTED), prefix })
      if (after !== null) query.set('start-after', after)
      const words = wordsOf((await expect(`${url}?${query}`, [200], { signal })).bytes)
      if (!/<\/ListBucketResult>\s*$/.test(words)) throw new StoreFailure(NO_LIST)
      const listed = words
        .split('<Contents>')
        .slice(1)
        .map((entry) => ({
          key: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
          size: Number(/<Size>(\d{1,15})<\/Size>/.exec(entry)?.[1] ?? 0),
        }))
      return listed.filter(({ key }) => key.startsWith(prefix) && (after === null || key > after))
    },
    put: async (key, bytes, signal) => {
      await expect(objectUrl(key), [200, 201, 204], { method: 'PUT', headers: BINARY, body: bytes, signal })
    },
    remove: async (key, signal) => {
      await expect(objectUrl(key), [200, 202, 204, 404], { method: 'DELETE', signal })
    },
    watch: async (key, signal) => {
      for (let pause = look.first; ; pause = Math.min(pause * look.growth, look.most)) {
        const { status } = await expect(objectUrl(key), [200, 404], { method: 'HEAD', signal })
        if (status === 200) return
        await rest(pause, signal)
      }
    },
  }
}

const BINARY = { 'content-type': 'application/octet-stream' }
/** 5xx statuses that mean that nothing was done. */
const NOT_DONE = new Set([501, 507])
const NO_LIST: StoreProblem = { kind: 'gone-wrong', message: 'The storage’s list was cut off or is invalid.' }

/** The code in an error's XML; '' for none. */
const codeIn = ({ bytes }: Answer): string => /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(wordsOf(bytes, 4000))?.[1] ?? ''

function isMissing(answer: Answer): boolean {
  if (answer.status !== 404) return false
  const code = codeIn(answer)
  if (code !== 'NoSuchKey' && code !== '') throw new StoreFailure(statusProblem(answer, code))
  return true
}

/**
 * The storage's time, from an answer that refuses a request because of its time; null: another answer, or without a
 * time.
 */
function timeThere(answer: Answer): number | null {
  if (answer.status !== 403 && answer.status !== 400) return null
  if (!/TimeTooSkewed|RequestExpired/.test(codeIn(answer))) return null
  // a page may read the header only if the storage's CORS rules expose it; the body it may always read
  const said = /<ServerTime>([^<]{1,40})<\/ServerTime>/.exec(wordsOf(answer.bytes, 4000))?.[1]
  const there = Date.parse(answer.headers.get('date') ?? said ?? '')
  return Number.isNaN(there) ? null : there
}

/** Part of the signature, so that the bytes can’t change on the way. */
async function contentHash(body: Question['body']): Promise<Record<string, string>> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { 'x-amz-content-sha256': Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}
