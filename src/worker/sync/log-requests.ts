import { blobsNamedBy } from '../../storage/archive/blob-names.ts'
import { putBlob, readBlob } from '../../storage/blobs.ts'
import { journalAfter } from '../../storage/places.ts'
import type { Database, JournalRow } from '../../storage/schema.ts'
import type { Ask, LogEvent, Place } from '../../sync/log-state.ts'
import { StoreFailure } from '../../sync/object-store.ts'
import { decodeSegment, encodeSegment, hashOf, Row } from '../../sync/segment.ts'
import { SealBroken } from '../../sync/vault.ts'
import type { SharedStorage } from './shared-storage.ts'

/** What one session's log asks of the storage, and what the answers mean. */

export type LogWire = { db: Database; storage: SharedStorage; sessionId: string; signal: AbortSignal }
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
      return upload(ask, wire)
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
  return { event: { type: 'read-first', found: isDeleted ? 'deleted' : 'other' } }
}

/** A blob has one content and one name, so that it may be there already. */
async function upload(ask: Extract<Ask, { type: 'upload' }>, wire: LogWire): Promise<Answer> {
  const { db, sessionId, signal, storage } = wire
  const rows = await rowsBetween(db, sessionId, ask.after, ask.to)
  for (const sha of blobsNamedBy(rows.map(({ input }) => input))) {
    const bytes = await readBlob(db, sha)
    // what this device lost itself it cannot give; the others show the same gap
    if (bytes === null) continue
    const place = { kind: 'blob', sha } as const
    const created = await storage.store.create(
      await storage.vault.keyOf(place),
      await storage.vault.seal(place, bytes),
      signal,
    )
    if (created === 'doubt') return { event: { type: 'unanswered' } }
  }
  return { event: { type: 'uploaded' } }
}

async function append(ask: Extract<Ask, { type: 'append' }>, { log }: Place, wire: LogWire): Promise<Answer> {
  const { db, sessionId, signal, storage } = wire
  const { id, kind, to } = ask.pending
  const rows = (await rowsBetween(db, sessionId, ask.after, to)).map((row) => asTold(row, log))
  const bytes = encodeSegment({ id, device: storage.device.id, kind, previous: ask.previous, rows })
  const place = { kind: 'segment', log, slot: ask.slot } as const
  const sealed = await storage.vault.seal(place, bytes)
  const outcome = await storage.store.create(await storage.vault.keyOf(place), sealed, signal)
  return { event: { type: 'appended', outcome, hash: await hashOf(bytes) } }
}

async function read(place: Place, wire: LogWire): Promise<Answer> {
  const { log, next, sent } = place
  const bytes = await openSegment(wire, log, next)
  if (bytes === null) return { event: { type: 'nothing-there' } }
  const decoded = decodeSegment(bytes, sent)
  if (decoded.type !== 'segment') return { event: { type: 'unreadable', why: decoded.type } }
  const { id, kind, previous, rows, device } = decoded.segment
  const hash = await hashOf(bytes)
  const tail = (await rowsBetween(wire.db, wire.sessionId, sent, Number.POSITIVE_INFINITY)).map((row) =>
    asTold(row, log),
  )
  if (id !== place.pending?.id) await fetchBlobs(rows, wire)
  const found = { id, kind, hash, previous, rows, compacted: false, next: next + 1, last: hash }
  return { event: { type: 'found', found, tail }, by: device }
}

async function openSegment(
  { storage, signal }: LogWire,
  log: string,
  slot: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const place = { kind: 'segment', log, slot } as const
  const sealed = await storage.store.get(await storage.vault.keyOf(place), signal)
  return sealed === null ? null : storage.vault.open(place, sealed)
}

/** Before the commit that names them. One that the storage does not have is shown as missing. */
async function fetchBlobs(rows: readonly Row[], { db, storage, signal }: LogWire): Promise<void> {
  for (const sha of blobsNamedBy(rows.map(({ input }) => input))) {
    if ((await db.getKey('blobs', sha)) !== undefined) continue
    const place = { kind: 'blob', sha } as const
    const sealed = await storage.store.get(await storage.vault.keyOf(place), signal)
    if (sealed !== null) await putBlob(db, await storage.vault.open(place, sealed), Date.now())
  }
}

async function rowsBetween(db: Database, sessionId: string, after: number, to: number): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  for (let last = after; ; ) {
    const page = await journalAfter(db, sessionId, last, MOST_ROWS)
    rows.push(...page.filter(({ seq }) => seq <= to))
    last = page.at(-1)?.seq ?? to
    if (page.length < MOST_ROWS || last >= to) return rows
  }
}

/** A row as the log says it; parsed, so that equal rows are equal to the letter. */
const asTold = ({ seq, timestamp, agentVersion, input }: JournalRow, log: string): Row => {
  const told = input.type === 'session-create' ? { ...input, sessionId: log } : input
  return Row.parse({ seq, timestamp, agentVersion, input: told })
}
