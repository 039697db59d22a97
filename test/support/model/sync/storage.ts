import { type Covered, law, type Request, type Row, type Rule, type Segment } from './types.ts'

/** The storage, and what is true about the log whatever devices and storage do later. */
export type Storage = {
  slots: Map<number, Segment>
  checkpoints: Map<number, readonly Row[]>
  blobs: Set<number>
  /** Results that came after their owner had lost, by call. */
  late: Set<number>
  /** Every row that was ever appended, in order. */
  truth: Row[]
  /** Of the segments so far: who wrote the last take, whether it was given back, whether the session is deleted, the highest version. */
  writer: number | null
  deleted: boolean
  version: number
}

export const makeStorage = (): Storage => ({
  slots: new Map(),
  checkpoints: new Map(),
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

/** What a segment stands for to somebody who has `sent` rows: its own, or of a stub those of the newest checkpoint. */
export const covered = (storage: Storage, segment: Segment, slot: number, sent: number): Covered => {
  const { id, version } = segment
  if (!segment.stub || segment.kind === 'deleted') return { rows: segment.rows, next: slot + 1, last: id, version }
  const next = Math.max(...storage.checkpoints.keys())
  const last = storage.slots.get(next - 1) ?? segment
  return { rows: (storage.checkpoints.get(next) ?? []).slice(sent), next, last: last.id, version: last.version }
}

/** Slots are never written again: whoever compacts, and however late, does the same. */
export const compact = (storage: Storage, next: number, rows: readonly Row[], broken: Rule | null): void => {
  storage.checkpoints.set(next, rows)
  for (const [slot, segment] of storage.slots) {
    if (slot >= next) continue
    if (broken === 'delete-slots') storage.slots.delete(slot)
    else storage.slots.set(slot, { ...segment, rows: [], stub: true })
  }
}

/** Long after a session was deleted: all of it goes but slot 0, which says so. */
export const purge = (storage: Storage): void => {
  const last = [...storage.slots.values()].find(({ kind }) => kind === 'deleted')
  storage.slots.clear()
  storage.checkpoints.clear()
  storage.blobs.clear()
  if (last) storage.slots.set(0, { ...last, stub: true })
}
