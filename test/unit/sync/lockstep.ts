import { isDeepStrictEqual as same } from 'node:util'
import type { Input } from '../../../src/agent/input.ts'
import { mayAct, mayRun, mayWork, step } from '../../../src/sync/log.ts'
import { beginLife, type Found, firstPlace, type LogEvent, type LogState } from '../../../src/sync/log-state.ts'
import type { Row } from '../../../src/sync/segment.ts'
import { isLost } from '../../support/model/sync/device.ts'
import { Broken, type Device, MOST_UNSENT, type Row as ModelRow, type Told } from '../../support/model/sync/types.ts'
import type { World } from '../../support/model/sync/world.ts'

/** Runs the product's log beside each device of the model, and compares what the two decide after every event. */
export const follow = (world: World): void => {
  const twins = world.devices.map(({ disk }) => makeTwin(disk.owner))
  world.tell = (device, told) => {
    const twin = twins[device.n] as Twin
    const by = told.type === 'replaced' && told.by !== 'old' ? twins[told.by] : undefined
    tell(twin, told, device, world, by)
    compare(twin, device, told)
  }
}

type Split = { rows: Row[]; keep: number }
type Stored = { place: LogState['place']; journal: Row[]; forks: Split[] }
type Twin = { state: LogState; journal: Row[]; forks: Split[]; kept: Stored }

const makeTwin = (owner: boolean): Twin => {
  const place = firstPlace('log', owner)
  const state = { ...beginLife(place, 0), doubt: false, stale: false }
  return { state, journal: [], forks: [], kept: { place, journal: [], forks: [] } }
}
const stored = ({ state, journal, forks }: Twin): Stored => structuredClone({ place: state.place, journal, forks })
const lastSeq = (journal: Row[]): number => journal.at(-1)?.seq ?? 0

/** A row of the model as one of the product: its place in the journal is its seq, its uid is all that it says. */
const rowOf = ({ uid }: ModelRow, seq: number): Row => {
  const input = { type: 'user-name-session', title: `${uid}`, seq, timestamp: uid } as Input
  return { seq, timestamp: uid, agentVersion: 1, input }
}
const uidsOf = (rows: readonly Row[]): number[] => rows.map(({ timestamp }) => timestamp)

const tell = (twin: Twin, told: Told, device: Device, world: World, by: Twin | undefined): void => {
  switch (told.type) {
    case 'committed':
      twin.journal.push(rowOf(told.row, twin.journal.length + 1))
      return apply(twin, { type: 'committed', seq: twin.journal.length })
    case 'tick':
      apply(twin, { type: 'due', id: `${told.id}`, most: Number.POSITIVE_INFINITY })
      // without a blob there is nothing to upload
      if (twin.state.asked !== 'upload' || device.request?.ask === 'upload') return
      apply(twin, { type: 'uploaded' })
      return apply(twin, { type: 'due', id: `${told.id}`, most: Number.POSITIVE_INFINITY })
    case 'answered':
      return apply(twin, eventOf(told, device, world, twin.journal, twin.state.place.sent))
    case 'take':
    case 'delete':
      return apply(twin, { type: told.type, id: `${told.id}` })
    case 'aged':
      return apply(twin, { type: 'slept' })
    case 'kept':
      twin.kept = stored(twin)
      return
    case 'restarted':
      twin.state = beginLife(twin.state.place, lastSeq(twin.journal))
      return
    case 'replaced': {
      const { place, journal, forks } = structuredClone(by ? stored(by) : twin.kept)
      Object.assign(twin, { journal, forks, state: beginLife(place, lastSeq(journal)) })
      return
    }
    default:
      return apply(twin, told)
  }
}

/** What the worker does with a step: the journal changes together with the place. */
const apply = (twin: Twin, event: LogEvent): void => {
  const { state, change } = step(twin.state, event)
  if (change?.forks) twin.forks.push({ rows: [...twin.journal], keep: change.keep })
  if (change) twin.journal = [...twin.journal.filter(({ seq }) => seq <= change.keep), ...change.rows]
  twin.state = state
}

type Answered = Extract<Told, { type: 'answered' }>
const eventOf = (told: Answered, { version }: Device, world: World, journal: Row[], sent: number): LogEvent => {
  const { request, covers } = told
  const { ask, result, segment, slot } = request
  const found = typeof result === 'object' ? result : null
  if (ask === 'upload') return { type: 'uploaded' }
  if (ask === 'create') {
    const outcome = result === 'ok' ? 'created' : result === 'exists' ? 'exists' : 'doubt'
    return { type: 'appended', outcome, hash: `${segment?.id}` }
  }
  if (ask === 'tombstone') {
    const first = found === null ? 'nothing' : found.kind === 'deleted' ? 'deleted' : 'other'
    return { type: 'read-first', found: first }
  }
  if (found === null || covers === null) return { type: 'nothing-there' }
  if (covers.version > version) return { type: 'unreadable', why: 'newer' }
  const read: Found = {
    id: `${found.id}`,
    own: false,
    kind: found.kind,
    hash: `${found.id}`,
    previous: `${world.storage.slots.get(slot - 1)?.id ?? ''}`,
    rows: covers.rows.map((row, n) => rowOf(row, sent + n + 1)),
    next: covers.next,
    last: `${covers.last}`,
  }
  return { type: 'found', found: read, tail: journal.filter(({ seq }) => seq > sent) }
}

const ASKED = { create: 'append', read: 'read', upload: 'upload', tombstone: 'read-first' }

const compare = ({ state, journal, forks }: Twin, device: Device, told: Told): void => {
  const { disk, request } = device
  const { place } = state
  const kind = disk.pending?.kind ?? 'rows'
  const unsent = disk.journal.length - disk.sent
  const works = !isLost(device) && !device.leaving && kind === 'rows'
  const pairs: Record<string, [unknown, unknown]> = {
    next: [place.next, disk.next],
    sent: [place.sent, disk.sent],
    owner: [place.owner, disk.owner],
    over: [place.over, disk.over],
    pending: [
      place.pending && [place.pending.id, place.pending.kind, place.pending.to],
      disk.pending && [`${disk.pending.id}`, kind, disk.sent + disk.pending.rows.length],
    ],
    asked: [state.asked, request && ASKED[request.ask]],
    doubt: [state.doubt, device.doubt],
    stale: [state.stale, device.stale],
    halt: [state.halt, device.newer ? 'newer' : null],
    leaving: [state.leaving, device.leaving],
    'may work': [mayWork(state), works],
    'may act': [mayAct(state, lastSeq(journal)), works && unsent === 0],
    'may run': [mayRun(state, MOST_UNSENT), works && unsent < MOST_UNSENT],
    journal: [uidsOf(journal), disk.journal.map(({ uid }) => uid)],
    forks: [forks.map(({ rows }) => uidsOf(rows)), disk.forks.map(({ rows }) => rows.map(({ uid }) => uid))],
    // what of a chosen one may still arrive in the log only the model knows
    'what the log says of forks': [
      forks.map(({ keep }, n) => (disk.forks[n]?.chosen ? 0 : keep)),
      disk.forks.map(({ from, chosen }) => (chosen ? 0 : from)),
    ],
  }
  for (const [what, [ours, theirs]] of Object.entries(pairs))
    if (!same(ours, theirs))
      throw new Broken(`${told.type}: ${what} is ${JSON.stringify(ours)}, in the model ${JSON.stringify(theirs)}`)
}
