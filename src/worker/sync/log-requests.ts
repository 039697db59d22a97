import { blobsNamedBy } from '../../storage/archive/blob-names.ts'
import { readBlob } from '../../storage/blobs.ts'
import { DamagedRecord } from '../../storage/fault.ts'
import { journalAfter, rowsAfter } from '../../storage/places.ts'
import { LARGEST_OBJECT } from '../../sync/ask.ts'
import type { Ask, Found, LogEvent, Place } from '../../sync/log-state.ts'
import { StoreFailure } from '../../sync/object-store.ts'
import { decodeSegment, encodeSegment, hashOf } from '../../sync/segment.ts'
import { SealBroken } from '../../sync/vault.ts'
import { fetchBlob, inSendLane } from './fetch-blob.ts'
import { asTold, type LogWire, openSegment } from './log-wire.ts'
import { readStretch } from './stretches.ts'

/** What one session's log asks of the storage, and what the answers mean. */

/** `by`: the device that wrote what was read. `wait`: ms until the storage may be asked again. */
export type Answer = { event: LogEvent; by?: string; wait?: number; error?: unknown }

/** Of one segment: what goes on is not to wait behind what is long. */
const MOST_ROWS = 200
const MOST_BYTES = 1_000_000

/** Never rejects: what went wrong is an answer that did not come. */
export async function carryOut(ask: Ask, place: Place, wire: LogWire): Promise<Answer> {
  try {
    return await askStorage(ask, place, wire)
  } catch (error) {
    if (error instanceof SealBroken)
      return { event: { type: 'unreadable', why: error.newer ? 'newer' : 'damaged' }, error }
    const wait = error instanceof StoreFailure ? error.problem.retryAfter : undefined
    return { event: { type: 'unanswered' }, error, ...(wait !== undefined && { wait }) }
  }
}

/** The seq of the last row that goes into the next segment. Rejects with a DOMException. */
export async function mostToSend({ db, sessionId }: LogWire, { sent }: Place): Promise<number> {
  let bytes = 0
  let most = sent
  for (const row of await journalAfter(db, sessionId, sent, MOST_ROWS)) {
    bytes += JSON.stringify(row.input).length
    if (bytes > MOST_BYTES && most > sent) break
    most = row.seq
  }
  return most
}

function askStorage(ask: Ask, place: Place, wire: LogWire): Promise<Answer> {
  switch (ask.type) {
    case 'read-first':
      return readFirst(place, wire)
    case 'upload':
      return upload(ask, place, wire)
    case 'append':
      return append(ask, place, wire)
    case 'read':
      return read(place, wire)
  }
}

async function readFirst(place: Place, wire: LogWire): Promise<Answer> {
  const opened = await openSegment(wire, place.log, 0)
  if (opened === null) return { event: { type: 'read-first', found: 'nothing' } }
  const decoded = decodeSegment(opened, 0)
  const isDeleted = decoded.type === 'segment' && decoded.segment.kind === 'deleted'
  // who writes the log reads its own last word only here: a storage that lost it knows less than this device
  if (!isDeleted && place.owner && place.next > 1 && (await openSegment(wire, place.log, place.next - 1)) === null)
    return { event: { type: 'read-first', found: 'nothing' } }
  return { event: { type: 'read-first', found: isDeleted ? 'deleted' : 'other' } }
}

/** Those that are up already are not sent again, however often the rest fails: a line may be slow, and cut every minute. */
async function upload(ask: Extract<Ask, { type: 'upload' }>, { log }: Place, wire: LogWire): Promise<Answer> {
  const { db, sessionId, signal, sentBlobs } = wire
  const rows = await rowsAfter(db, sessionId, ask.after, ask.to)
  for (const sha of blobsNamedBy(rows.map(({ input }) => input))) {
    if (sentBlobs.has(sha)) continue
    if (!(await inSendLane(() => sendBlob(sha, log, wire), signal))) return { event: { type: 'unanswered' } }
    sentBlobs.add(sha)
  }
  return { event: { type: 'uploaded' } }
}

/**
 * Resolves to whether it stands there now, or cannot. A blob has one content and one name, so that it may be there already. What this device
 * lost itself it cannot give, nor what is larger than the storage takes or another device could read: the others show the same gap.
 */
async function sendBlob(sha: string, log: string, { db, storage, signal }: LogWire): Promise<boolean> {
  const bytes = (await readWhole(db, sha)) ?? (await fetchBlob(db, sha))
  if (bytes === null) return true
  const place = { kind: 'blob', sha, log } as const
  const sealed = await storage.vault.seal(place, bytes)
  if (sealed.length > LARGEST_OBJECT) return true
  try {
    return (await storage.store.create(await storage.vault.keyOf(place), sealed, signal)) !== 'doubt'
  } catch (error) {
    if (error instanceof StoreFailure && error.problem.kind === 'too-large') return true
    throw error
  }
}

const readWhole = (db: LogWire['db'], sha: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  readBlob(db, sha).catch((error: unknown) => {
    if (error instanceof DamagedRecord) return null
    throw error
  })

async function append(ask: Extract<Ask, { type: 'append' }>, { log }: Place, wire: LogWire): Promise<Answer> {
  const { db, sessionId, signal, storage } = wire
  const { id, kind, to } = ask.pending
  const rows = (await rowsAfter(db, sessionId, ask.after, to)).map((row) => asTold(row, log))
  const bytes = encodeSegment({ id, device: storage.device.id, kind, previous: ask.previous, rows })
  const place = { kind: 'segment', log, slot: ask.slot } as const
  const sealed = await storage.vault.seal(place, bytes)
  // whose the session is must not hang on a word
  const outcome = await storage.store.create(await storage.vault.keyOf(place), sealed, signal, kind !== 'rows')
  return { event: { type: 'appended', outcome, hash: await hashOf(bytes) } }
}

async function read(place: Place, wire: LogWire): Promise<Answer> {
  const { log, next, sent, owner, pending } = place
  const bytes = await openSegment(wire, log, next)
  if (bytes === null) return { event: { type: 'nothing-there' } }
  const decoded = decodeSegment(bytes, sent)
  if (decoded.type !== 'segment') return { event: { type: 'unreadable', why: decoded.type } }
  const { id, kind, previous, rows, device } = decoded.segment
  const hash = await hashOf(bytes)
  const tail = (await rowsAfter(wire.db, wire.sessionId, sent)).map((row) => asTold(row, log))
  const segment: Found = { id, kind, hash, previous, rows, next: next + 1, last: hash }
  // who has something of its own to look for goes from slot to slot
  const follows = !owner && pending === null && kind !== 'deleted'
  const far = follows ? await readStretch(wire, place, { slot: next, id, previous }) : null
  if (far === null) return { event: { type: 'found', found: segment, tail }, by: device }
  const found: Found = { ...segment, kind: 'rows', rows: far.stretch.rows, next: far.next, last: far.stretch.last }
  return { event: { type: 'found', found, tail }, by: far.stretch.device }
}
