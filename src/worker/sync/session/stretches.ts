import { rowsAfter } from '../../../storage/places.ts'
import type { Place } from '../../../sync/log-state.ts'
import { LISTED } from '../../../sync/object-store.ts'
import { decodeSegment } from '../../../sync/segment.ts'
import { decodeStretch, encodeStretch, LONGEST_STRETCH, STRETCHES, type Stretch } from '../../../sync/stretch.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { asTold, type LogWire, openSegment } from './log-wire.ts'

/** A segment that is known to be in slot `slot`. */
type Known = { slot: number; id: string; previous: string }

/**
 * The longest readable stretch that begins with this segment. Rejects as the storage does.
 */
export async function readStretch(
  wire: LogWire,
  { log, sent }: Pick<Place, 'log' | 'sent'>,
  { slot, id, previous }: Known,
): Promise<{ stretch: Stretch; next: number } | null> {
  for (const size of STRETCHES) {
    if (slot % size !== 0) continue
    const bytes = await openStretch(wire, { kind: 'stretch', log, slot, size })
    const stretch = bytes === null ? null : decodeStretch(bytes, sent)
    // a stretch that does not match is ignored, and the segments are read instead
    if (stretch?.first === id && stretch.previous === previous) return { stretch, next: slot + size }
  }
  return null
}

type StretchPlace = { kind: 'stretch'; log: string; slot: number; size: number }

async function openStretch({ storage, signal }: LogWire, place: StretchPlace): Promise<Uint8Array<ArrayBuffer> | null> {
  const sealed = await storage.store.get(await storage.vault.keyOf(place), signal)
  if (sealed === null) return null
  try {
    return await storage.vault.open(place, sealed)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/**
 * Where a stretch may begin or end: `first` is the segment in its slot, `from` the seq of the first row there or later.
 */
type Edge = { first: string; previous: string; from: number }

/** Creates the missing stretches of one log, one after the other. */
export type StretchMaker = {
  /** Called by the owner each time its log has grown. Does nothing while a run of it is in progress. */
  make: (place: Place) => void
}

/** The work goes first. In ms. */
const BETWEEN = 200

/** `report`: of what went wrong, which is tried again when it is asked for the next time. */
export function makeStretches(wire: LogWire, report: (error: unknown) => void): StretchMaker {
  /** For each size, the slot up to which stretches exist; null: not looked up yet. */
  let known: Map<number, number> | null = null
  let last: { slot: number; edge: Edge } | null = null
  let running = false

  const beginningAt = async (slot: number, place: Place): Promise<Edge> => {
    if (last?.slot !== slot) last = { slot, edge: await readEdge(wire, slot, place) }
    return last.edge
  }
  const makeOne = async (slot: number, size: number, place: Place): Promise<void> => {
    const { first, previous, from } = await beginningAt(slot, place)
    const end = slot + size === place.next ? ownEdge(place) : await beginningAt(slot + size, place)
    const own = await rowsAfter(wire.db, wire.sessionId, from - 1, end.from - 1)
    const rows = own.map((row) => asTold(row, place.log))
    const bytes = encodeStretch({ first, previous, last: end.previous, device: wire.storage.device.id, rows })
    if (bytes.length > LONGEST_STRETCH) return
    const { store, vault } = wire.storage
    const at: StretchPlace = { kind: 'stretch', log: place.log, slot, size }
    // if the outcome is unknown, the next listing shows it
    await store.create(await vault.keyOf(at), await vault.seal(at, bytes), wire.signal)
  }
  const makeAll = async (place: Place): Promise<void> => {
    known ??= await listStretches(wire, place.log)
    for (const size of STRETCHES.toReversed())
      for (let slot = known.get(size) ?? 0; slot + size <= place.next; slot += size) {
        await makeOne(slot, size, place)
        known.set(size, slot + size)
        await new Promise((resolve) => setTimeout(resolve, BETWEEN))
        wire.signal.throwIfAborted()
      }
  }
  return {
    make: (place) => {
      const isDue = STRETCHES.some((size) => place.next >= (known?.get(size) ?? 0) + size)
      if (running || !isDue) return
      running = true
      makeAll(place)
        .catch((error) => wire.signal.aborted || report(error))
        .finally(() => {
          running = false
        })
    },
  }
}

const ownEdge = ({ previous, sent }: Place): Edge => ({ first: '', previous, from: sent + 1 })

/** Segments without rows, as of a take, are stepped over. Rejects as the storage does. */
async function readEdge(wire: LogWire, slot: number, place: Place): Promise<Edge> {
  const { id, previous, rows } = await segmentAt(wire, place.log, slot)
  let from = rows[0]?.seq
  for (let n = slot + 1; from === undefined && n < place.next; n++)
    from = (await segmentAt(wire, place.log, n)).rows[0]?.seq
  return { first: id, previous, from: from ?? place.sent + 1 }
}

async function segmentAt(wire: LogWire, log: string, slot: number) {
  const bytes = await openSegment(wire, log, slot)
  const decoded = bytes === null ? null : decodeSegment(bytes, 0)
  if (decoded?.type !== 'segment') throw new SealBroken(false)
  return decoded.segment
}

/**
 * For each size, the slot after the last stretch. The list may lag: then one is made that is there, and nothing comes
 * of it.
 */
async function listStretches(
  { storage: { store, vault }, signal }: LogWire,
  log: string,
): Promise<Map<number, number>> {
  const prefix = await vault.prefixOf('stretch', log)
  const ends = new Map<number, number>()
  for (let after: string | null = null; ; ) {
    const page = await store.list(prefix, after, signal)
    for (const { key } of page) {
      const [slot = 0, size = 0] = key.slice(prefix.length).split('-').map(Number)
      ends.set(size, Math.max(ends.get(size) ?? 0, slot + size))
    }
    if (page.length < LISTED) return ends
    after = page.at(-1)?.key ?? null
  }
}
