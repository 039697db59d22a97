import { type Answer, ask, askOnce, isWebPage, type Question, statusProblem, WEB_PAGE, wordsOf } from './ask.ts'
import { base64Of } from './base64.ts'
import { type Created, LISTED, type ObjectStore, StoreFailure, type StoreProblem } from './object-store.ts'

/** Length of one long poll for changes, in ms: shorter than the limits of proxies. */
const LONG_POLL = 25_000
/** Attempts of an unconditional write, each with the current revision. */
const TRIES = 4
/** Statuses that are sent before anything is written. After any other error the outcome is unknown. */
const NOTHING_WRITTEN: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 429, 507])

/** How a long poll ends if something on the way cuts it. */
const CUT: ReadonlySet<StoreProblem['kind']> = new Set(['timeout', 'unreachable'])

/**
 * CouchDB, one node. An object is a document with one attachment. It is uploaded within its document, in base64: only a
 * PUT of a document without `_rev` is promised to create it or to answer 409, atomically on one node, also after a
 * removal. A PUT of an attachment alone is not. It is downloaded as the plain attachment. A cluster may accept two
 * first revisions, so it is found unfit.
 *
 * `url`: of the database, without a slash at its end. `fetch`: the guarded one, which adds the credentials.
 */
export function makeCouchDb(url: string, fetch: typeof globalThis.fetch): ObjectStore & CouchCheck {
  // `/` in an id would have to be escaped, which proxies undo; `.` sorts like `/`
  const documentUrl = (key: string): string => `${url}/${key.replaceAll('/', '.')}`
  const objectUrl = (key: string): string => `${documentUrl(key)}/${OBJECT}`
  /** Rejects with a StoreFailure unless the status is one of these and the body is a valid answer. */
  const expect = async (address: string, statuses: number[], question: Question): Promise<Answer> => {
    const answer = await ask(fetch, address, question)
    if (isWebPage(answer)) throw WEB_PAGE
    if (!statuses.includes(answer.status)) throw new StoreFailure(problemOf(answer))
    return answer
  }
  const isMissing = (answer: Answer): boolean => {
    if (answer.status !== 404) return false
    if (problemOf(answer).kind === 'no-place') throw new StoreFailure(problemOf(answer))
    return true
  }
  /** The current revision; null: none. */
  const revisionOf = async (key: string, signal: AbortSignal): Promise<string | null> => {
    const answer = await expect(documentUrl(key), [200, 404], { headers: JSON_ACCEPTED, signal })
    return isMissing(answer) ? null : stringIn(answer, '_rev')
  }
  const information = (signal: AbortSignal): Promise<Answer> => expect(url, [200], { headers: JSON_ACCEPTED, signal })

  /** An earlier wait has seen the changes up to here. */
  let since: string | null = null

  const store: ObjectStore = {
    create: async (key, bytes, signal): Promise<Created> => {
      const answer = await askOnce(fetch, documentUrl(key), { ...asDocument(bytes, null), signal })
      if (answer === null || isWebPage(answer)) return 'doubt'
      if (answer.status === 201 && json(answer)['ok'] === true) return 'created'
      if (answer.status === 409) return 'exists'
      if (!NOTHING_WRITTEN.has(answer.status)) return 'doubt'
      throw new StoreFailure(problemOf(answer))
    },
    get: async (key, signal) => {
      const answer = await expect(objectUrl(key), [200, 404], { headers: BINARY_ACCEPTED, signal, object: true })
      return isMissing(answer) ? null : answer.bytes
    },
    list: async (prefix, after, signal) => {
      const start = after === null || after < prefix ? prefix : `${after}\0`
      const query = new URLSearchParams({
        startkey: JSON.stringify(start.replaceAll('/', '.')),
        endkey: JSON.stringify(`${prefix.replaceAll('/', '.')}\uffff`),
        limit: String(LISTED),
        // includes the lengths of attachments, without their bytes
        include_docs: 'true',
      })
      const answer = await expect(`${url}/_all_docs?${query}`, [200], { headers: JSON_ACCEPTED, signal })
      const { rows } = json(answer)
      if (!Array.isArray(rows)) throw new StoreFailure(GONE_WRONG)
      return rows.flatMap((row: unknown) => {
        if (!isRecord(row) || typeof row['id'] !== 'string') return []
        const key = row['id'].replaceAll('.', '/')
        return key.startsWith(prefix) ? [{ key, size: lengthOf(row['doc']) }] : []
      })
    },
    put: async (key, bytes, signal) => {
      for (let tried = 1; ; tried++) {
        const document = asDocument(bytes, await revisionOf(key, signal))
        const answer = await expect(documentUrl(key), [201, 202, 409], { ...document, signal })
        if (answer.status !== 409) return
        if (tried === TRIES) throw new StoreFailure(problemOf(answer))
      }
    },
    remove: async (key, signal) => {
      for (let tried = 1; ; tried++) {
        const rev = await revisionOf(key, signal)
        if (rev === null) return
        const address = `${documentUrl(key)}?rev=${encodeURIComponent(rev)}`
        const answer = await expect(address, [200, 202, 404, 409], { method: 'DELETE', headers: JSON_ACCEPTED, signal })
        if (answer.status !== 409) return
        if (tried === TRIES) throw new StoreFailure(problemOf(answer))
      }
    },
    watch: async (key, signal) => {
      since ??= sequenceIn(json(await information(signal)), 'update_seq')
      // a read sees earlier changes, the long poll later ones
      if ((await revisionOf(key, signal)) !== null) return
      const query = new URLSearchParams({ feed: 'longpoll', filter: '_doc_ids', since, timeout: String(LONG_POLL) })
      const body = JSON.stringify({ doc_ids: [key.replaceAll('/', '.')] })
      const question: Question = { method: 'POST', headers: JSON_SENT, body, signal, patience: LONG_POLL * 2 }
      const changes = await expect(`${url}/_changes?${query}`, [200], question).catch((error: unknown) => {
        if (error instanceof StoreFailure && CUT.has(error.problem.kind)) return null
        throw error
      })
      if (changes !== null) since = sequenceIn(json(changes), 'last_seq')
    },
  }
  return {
    ...store,
    check: async (signal) => {
      const { cluster } = json(await information(signal))
      const copies = isRecord(cluster) ? cluster['n'] : 1
      return copies === 1 ? null : tooManyCopies(copies)
    },
  }
}

/** Why the database can’t be used, whatever a probe finds; null: no known reason. */
export type CouchCheck = { check: (signal: AbortSignal) => Promise<StoreProblem | null> }

/** The attachment's name. */
const OBJECT = 'o'
const BINARY_ACCEPTED = { accept: 'application/octet-stream, application/json;q=0.5' }
const JSON_ACCEPTED = { accept: 'application/json' }
const JSON_SENT = { ...JSON_ACCEPTED, 'content-type': 'application/json' }
const GONE_WRONG: StoreProblem = {
  kind: 'gone-wrong',
  message: 'This isn’t a CouchDB server, or its response was cut off.',
}

const tooManyCopies = (copies: unknown): StoreProblem => ({
  kind: 'unfit',
  message: `This database keeps ${typeof copies === 'number' ? `${copies} copies` : 'copies'} in a cluster, where two devices could overwrite each other. Use a single-node CouchDB.`,
})

/** `rev`: the revision to replace; null: there is none. */
function asDocument(bytes: Uint8Array, rev: string | null): Pick<Question, 'method' | 'headers' | 'body'> {
  const attachment = { content_type: 'application/octet-stream', data: base64Of(bytes) }
  const document = { ...(rev === null ? {} : { _rev: rev }), _attachments: { [OBJECT]: attachment } }
  return { method: 'PUT', headers: JSON_SENT, body: JSON.stringify(document) }
}

/** Distinguishes the 404 of a database from the 404 of a document. */
function problemOf(answer: Answer): StoreProblem {
  const said = wordsOf(answer.bytes, 2000)
  const reason = /"reason"\s*:\s*"([^"]{0,200})"/.exec(said)?.[1] ?? ''
  if (answer.status === 404 && !/no_db_file|database does not exist/i.test(reason) && reason !== '')
    return { kind: 'gone-wrong', message: 'There is no such document.', status: 404 }
  return statusProblem(answer, /"error"\s*:\s*"([a-z_]{1,40})"/.exec(said)?.[1])
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Of the attachment, which is the object. */
function lengthOf(document: unknown): number {
  const attachments = isRecord(document) ? document['_attachments'] : null
  const object = isRecord(attachments) ? attachments[OBJECT] : null
  const length = isRecord(object) ? object['length'] : null
  return typeof length === 'number' ? length : 0
}

function json({ bytes }: Answer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(wordsOf(bytes))
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {} // no field of it is there, which whoever needs one says
  }
}

function stringIn(answer: Answer, field: string): string {
  const value = json(answer)[field]
  if (typeof value !== 'string') throw new StoreFailure(GONE_WRONG)
  return value
}

/** A number in one version, an opaque string in another. */
function sequenceIn(record: Record<string, unknown>, field: string): string {
  const value = record[field]
  if (typeof value !== 'string' && typeof value !== 'number') throw new StoreFailure(GONE_WRONG)
  return String(value)
}
