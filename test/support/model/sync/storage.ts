import { type Covered, law, type Request, type Row, type Rule, type Segment, type Stretch } from './types.ts'

/** The storage, and what is true about the log whatever devices and storage do later. */
export type Storage = {
  slots: Map<number, Segment>
  /** By first slot, then by number of slots. */
  stretches: Map<number, Map<number, Stretch>>
  blobs: Set<number>
  /** Results that arrived after their owner had lost the session, by call. */
  late: Set<number>
  /** Every row that was ever appended, in order. */
  truth: Row[]
  /**
   * Of the segments so far: writer of the last take, whether it was given back, whether the session is deleted, the
   * highest version.
   */
  writer: number | null
  deleted: boolean
  version: number
}

export const makeStorage = (): Storage => ({
  slots: new Map(),
  stretches: new Map(),
  blobs: new Set(),
  late: new Set(),
  truth: [],
  writer: 0,
  deleted: false,
  version: 0,
})

/** Applies a request that has arrived. */
export const apply = (storage: Storage, request: Request, broken: Rule | null): NonNullable<Request['result']> => {
  const { ask, slot, segment } = request
  if (ask === 'upload') {
    for (const { blob } of segment?.rows ?? []) if (blob !== undefined) storage.blobs.add(blob)
    return 'ok'
  }
  const stored = storage.slots.get(slot)
  if (ask !== 'create' || segment === null) return stored ?? 'none'
  if (stored !== undefined && broken !== 'overwrite') return 'exists'
  storage.slots.set(slot, segment)
  appended(storage, segment)
  return 'ok'
}

const appended = (storage: Storage, { by, kind, version, rows }: Segment): void => {
  law(!storage.deleted, 'something was appended to a deleted session')
  law(kind === 'take' || kind === 'deleted' || storage.writer === by, 'who had not taken the session wrote to it')
  law(version >= storage.version, 'an older version wrote after a newer one')
  for (const { blob } of rows)
    law(blob === undefined || storage.blobs.has(blob), 'the log names a blob that is not there')
  storage.truth.push(...rows)
  storage.version = version
  if (kind === 'take') storage.writer = by
  if (kind === 'yield') storage.writer = null
  if (kind === 'deleted') storage.deleted = true
}

/** N consecutive slots, starting at a multiple of N. */
const STRETCHES = [8, 4]

/** The longest stretch that begins at this slot; a device that does not know its version reads the segments. */
export const stretchAt = ({ stretches }: Storage, slot: number, version: number): Stretch | undefined =>
  STRETCHES.map((size) => stretches.get(slot)?.get(size)).find((stretch) => stretch && stretch.version <= version)

/** The read result for a device that may or may not use stretches. */
export const covered = (segment: Segment, slot: number, stretch?: Stretch): Covered => {
  const { id, version, rows } = segment
  return stretch ?? { rows, next: slot + 1, last: id, version }
}

/**
 * Called by a device that knows the log up to slot `next`. Every device makes the same stretch, however late; the first
 * one stays.
 */
export const gather = (storage: Storage, by: Gatherer, broken: Rule | null): void => {
  const { slots, stretches } = storage
  for (const size of STRETCHES)
    for (let slot = 0; slot + size <= by.next; slot += size) {
      const [first, end] = [slots.get(slot), slots.get(slot + size - 1)]
      if (first === undefined || end === undefined || stretches.get(slot)?.has(size)) continue
      const from = rowsBefore(storage, slot)
      const to =
        broken === 'gather-unsent' && slot + size === by.next ? by.rows.length : rowsBefore(storage, slot + size)
      const stretch = {
        first: first.id,
        last: end.id,
        next: slot + size,
        version: by.version,
        rows: by.rows.slice(from, to),
      }
      stretches.set(slot, new Map([...(stretches.get(slot) ?? []), [size, stretch]]))
      if (broken === 'delete-slots') for (let n = slot; n < slot + size; n++) slots.delete(n)
    }
}
type Gatherer = { next: number; rows: readonly Row[]; version: number }

const rowsBefore = ({ slots }: Storage, slot: number): number =>
  [...slots].reduce((sum, [n, { rows }]) => (n < slot ? sum + rows.length : sum), 0)

/** Long after a session was deleted: everything goes except slot 0, which records the deletion. */
export const purge = (storage: Storage): void => {
  const last = [...storage.slots.values()].find(({ kind }) => kind === 'deleted')
  storage.slots.clear()
  storage.stretches.clear()
  storage.blobs.clear()
  if (last) storage.slots.set(0, { ...last, rows: [] })
}
