import { blobsNamedBy } from '../../../storage/archive/blob-names.ts'
import { readBlob } from '../../../storage/blobs.ts'
import { DamagedRecord } from '../../../storage/fault.ts'
import { journalAfter, rowsAfter } from '../../../storage/places.ts'
import { LARGEST_OBJECT } from '../../../sync/ask.ts'
import type { Ask, Found, LogEvent, Place } from '../../../sync/log-state.ts'
import { LISTED, StoreFailure } from '../../../sync/object-store.ts'
import { decodeSegment, encodeSegment, hashOf } from '../../../sync/segment.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { fetchBlob, inSendLane } from '../upkeep/fetch-blob.ts'
import { asTold, type LogWire, openSegment } from './log-wire.ts'
import { readStretch } from './stretches.ts'

/** What one session's log asks of the storage, and what the answers mean. */

/**
 * `by`: the device that wrote the segment. `wait`: ms until the storage may be asked again. `forgets`: the storage lost
 * a confirmed write.
 */
export type Answer = { event: LogEvent; by?: string; wait?: number; forgets?: boolean; error?: unknown }

/** Most rows of one segment, so that short updates do not wait behind long ones. */
const MOST_ROWS = 200
const MOST_BYTES = 1_000_000

/** Never rejects: what went wrong is an answer that did not come. */
export async function carryOut(ask: Ask, place: Place, wire: LogWire): Promise<Answer> {
  try {
    return await askStorage(ask, place, wire)
  } catch (error) {
    if (error instanceof SealBroken)
      return { event: { type: 'unreadable', why: error.newer ? 'newer' : 'damaged' }, error }
    const { retryAfter: wait, kind } = error instanceof StoreFailure ? error.problem : {}
    const forgets = kind === 'forgets'
    return { event: { type: 'unanswered' }, error, ...(wait !== undefined && { wait }), ...(forgets && { forgets }) }
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
      return readFirst(ask, place, wire)
    case 'upload':
      return upload(ask, place, wire)
    case 'append':
      return append(ask, place, wire)
    case 'read':
      return read(place, wire)
    case 'reread':
      return reread(ask, place, wire)
    case 'check':
      return check(ask, place, wire)
  }
}

type ReadFirst = Extract<Ask, { type: 'read-first' }>

async function readFirst({ last }: ReadFirst, { log, next, previous, emptied }: Place, wire: LogWire): Promise<Answer> {
  const opened = await openSegment(wire, log, 0)
  const found = async (): Promise<Extract<LogEvent, { type: 'read-first' }>['found']> => {
    if (opened === null) return next === 0 ? 'nothing' : emptied || (await isEmptied(wire)) ? 'emptied' : 'less'
    const decoded = decodeSegment(opened, 0)
    if (decoded.type === 'segment' && decoded.segment.kind === 'deleted') return 'deleted'
    if (!last) return 'other'
    const own = next === 1 ? opened : await openSegment(wire, log, next - 1)
    return own !== null && (await hashOf(own)) === previous ? 'other' : 'less'
  }
  return { event: { type: 'read-first', found: await found() } }
}

/** Whether the storage was emptied: then its header is gone, too. */
async function isEmptied({ storage: { store, vault }, signal }: LogWire): Promise<boolean> {
  return (await store.get(await vault.keyOf({ kind: 'header' }), signal)) === null
}

/** A listing may lag, so slots missing from it are looked up one by one. */
async function check({ from, to }: Extract<Ask, { type: 'check' }>, { log }: Place, wire: LogWire): Promise<Answer> {
  const { store, vault } = wire.storage
  const keyOf = (slot: number): Promise<string> => vault.keyOf({ kind: 'segment', log, slot })
  const prefix = await vault.prefixOf('segment', log)
  const listed = new Set<string>()
  for (let after = from === 0 ? null : await keyOf(from - 1), last = await keyOf(to - 1); ; ) {
    const page = await store.list(prefix, after, wire.signal)
    for (const { key } of page) listed.add(key)
    after = page.at(-1)?.key ?? null
    if (page.length < LISTED || after === null || after >= last) break
  }
  for (let slot = from; slot < to; slot++)
    if (!listed.has(await keyOf(slot)) && (await openSegment(wire, log, slot)) === null)
      return { event: { type: 'checked', isWhole: false } }
  return { event: { type: 'checked', isWhole: true } }
}

/**
 * Those that are up already are not sent again, however often the rest fails: a line may be slow, and cut every minute.
 */
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
 * Resolves to whether the blob is in the storage now, or can never be. A blob has one content and one name, so it may
 * be there already. A blob that this device lost, or that is too large for the storage or for another device, is
 * skipped: the other devices show the same gap.
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
  const { db, sessionId, signal, storage, awaited } = wire
  const { id, kind, to } = ask.pending
  const rows = (await rowsAfter(db, sessionId, ask.after, to)).map((row) => asTold(row, log))
  const bytes = encodeSegment({ id, device: storage.device.id, kind, previous: ask.previous, rows })
  const place = { kind: 'segment', log, slot: ask.slot } as const
  const sealed = await storage.vault.seal(place, bytes)
  // ownership, and the start of an act, must not depend on an unconfirmed write
  const isWeighty = kind !== 'rows' || awaited > ask.after
  const outcome = await storage.store.create(await storage.vault.keyOf(place), sealed, signal, isWeighty)
  return { event: { type: 'appended', outcome, hash: await hashOf(bytes) } }
}

async function read(place: Place, wire: LogWire): Promise<Answer> {
  const { log, next, sent, owner, pending } = place
  // a device with a pending segment must look for it, so it reads slot by slot
  return readAt(wire, log, { slot: next, after: sent, follows: !owner && pending === null })
}

async function reread({ slot, after }: Extract<Ask, { type: 'reread' }>, place: Place, wire: LogWire): Promise<Answer> {
  return readAt(wire, place.log, { slot, after, follows: !place.owner && place.pending === null })
}

type At = { slot: number; after: number; follows: boolean }

async function readAt(wire: LogWire, log: string, { slot, after, follows }: At): Promise<Answer> {
  const bytes = await openSegment(wire, log, slot)
  if (bytes === null) return { event: { type: 'nothing-there' } }
  // what follows from something that the storage has lost may hold rows that were there before: the core decides
  const decoded = decodeSegment(bytes, 0)
  if (decoded.type !== 'segment') return { event: { type: 'unreadable', why: decoded.type } }
  const { id, kind, previous, rows, device } = decoded.segment
  const hash = await hashOf(bytes)
  const tail = (await rowsAfter(wire.db, wire.sessionId, after)).map((row) => asTold(row, log))
  const own = device === wire.storage.device.id
  const segment: Found = { id, own, kind, hash, previous, rows, next: slot + 1, last: hash }
  const goesFar = follows && kind !== 'deleted' && (rows[0]?.seq ?? after + 1) > after
  const far = goesFar ? await readStretch(wire, { log, sent: after }, { slot, id, previous }) : null
  if (far === null) return { event: { type: 'found', found: segment, tail }, by: device }
  const found: Found = { ...segment, kind: 'rows', rows: far.stretch.rows, next: far.next, last: far.stretch.last }
  return { event: { type: 'found', found, tail }, by: far.stretch.device }
}
