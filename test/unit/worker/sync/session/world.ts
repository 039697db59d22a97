import type { Input } from '../../../../../src/agent/input.ts'
import type { SyncRow } from '../../../../../src/storage/schema.ts'
import { mayAct, mayWork } from '../../../../../src/sync/log.ts'
import {
  type Ask,
  type Change,
  type Found,
  firstPlace,
  hasLost,
  type LogEvent,
} from '../../../../../src/sync/log-state.ts'
import type { Kind, Row } from '../../../../../src/sync/segment.ts'
import {
  beginSession,
  rowOf,
  type SessionState,
  worksHere,
} from '../../../../../src/worker/sync/session/session-state.ts'
import { type SessionInput, sessionTransition } from '../../../../../src/worker/sync/session/session-transition.ts'

/**
 * Three devices of one session on a storage that is not honest: the product's transition, with effects carried out one
 * by one in any order. Every step may be the last of a worker, or find its answer lost.
 */

type Segment = { id: string; device: number; kind: Kind; previous: string; hash: string; rows: readonly Row[] }
type Mode = 'honest' | 'keeps-nothing'
export type Device = {
  n: number
  disk: { row: SyncRow; journal: Row[]; copies: Row[][] }
  state: SessionState
  /** Rows that begin an act that waits for the log. */
  waits: Row[]
}
export type World = {
  random: () => number
  now: number
  uid: number
  mode: Mode
  slots: Map<number, Segment>
  hasHeader: boolean
  backup: { slots: Map<number, Segment> }
  late: { slot: number; segment: Segment }[]
  devices: Device[]
  committed: Set<number>
  everStored: Set<number>
  /** Slots in which something stood. */
  filled: Set<number>
  stats: Record<string, number>
}

const NAMES = { sessionId: 's', epoch: 1 }
const placeRow = (owner: boolean): SyncRow => ({ ...firstPlace('log', owner), ...NAMES, by: '' })

export function makeWorld(seed: number): World {
  const random = mulberry(seed)
  const devices = [0, 1, 2].map((n): Device => {
    const row = placeRow(n === 0)
    return { n, disk: { row, journal: [], copies: [] }, state: beginSession(row, 0, 0), waits: [] }
  })
  return {
    ...{ random, now: 1, uid: 0, mode: 'honest', slots: new Map(), hasHeader: true, backup: { slots: new Map() } },
    ...{ late: [], devices, committed: new Set(), everStored: new Set(), filled: new Set(), stats: {} },
  }
}

export const count = ({ stats }: World, what: string): void => {
  stats[what] = (stats[what] ?? 0) + 1
}
export const chance = ({ random }: World, p: number): boolean => random() < p

export class Broken extends Error {}
export const law = (holds: boolean, words: string): void => {
  if (!holds) throw new Broken(words)
}

export function tell(world: World, device: Device, input: SessionInput): void {
  const before = device.state
  device.state = sessionTransition(before, input)
  const toldOf = ({ log }: SessionState): string =>
    JSON.stringify([mayWork(log), log.place.owner, log.halt, hasLost(log.place)])
  law(
    toldOf(before) === toldOf(device.state) || before.live.changes < device.state.live.changes,
    `its machine and its pages are not told of a change: ${toldOf(before)} to ${toldOf(device.state)}, ${input.type}`,
  )
  const { awaited } = device.state.live
  device.waits = device.waits.filter((row) => {
    if (!mayAct(device.state.log, row.seq) || awaited < row.seq) return true
    count(world, 'acts')
    law(world.everStored.has(row.timestamp), 'an act began, and its start never stood in the storage')
    return false
  })
}

export function restart(world: World, device: Device): void {
  device.waits = []
  device.state = beginSession(device.disk.row, device.disk.journal.at(-1)?.seq ?? 0, world.now)
  tell(world, device, { type: 'wake', at: world.now })
}

/** A step of its agent, if it may work. */
export function work(world: World, device: Device, busy = chance(world, 0.5)): void {
  if (!worksHere(device.state)) return
  world.uid += 1
  const seq = (device.disk.journal.at(-1)?.seq ?? 0) + 1
  const input = { type: 'user-name-session', title: `${world.uid}`, seq, timestamp: world.uid } as Input
  const row: Row = { seq, timestamp: world.uid, agentVersion: 1, input }
  device.disk.journal.push(row)
  world.committed.add(world.uid)
  tell(world, device, { type: 'committed', seq, work: { busy, waits: false, begins: false }, now: world.now })
  if (chance(world, 0.2)) {
    device.waits.push(row)
    tell(world, device, { type: 'awaited', seq })
  }
  tell(world, device, { type: 'wake', at: world.now })
}

/** Carries out what the state of a device asks for. `faults`: it may fail. */
export function carryOn(world: World, device: Device, faults: boolean): void {
  const { state } = device
  const { now } = world
  const fails = faults && chance(world, 0.1)
  switch (state.type) {
    case 'resting':
      if (state.live.wakeAt !== null) {
        world.now = Math.max(world.now, state.live.wakeAt)
        tell(world, device, { type: 'woken', now: world.now })
      }
      return
    case 'letting-go':
      return tell(world, device, { type: 'machine-stopped', now })
    case 'measuring':
      world.uid += 1
      if (fails) return tell(world, device, { type: 'not-stored', now })
      return tell(world, device, { type: 'measured', now, id: `i${world.uid}`, most: Number.POSITIVE_INFINITY })
    case 'storing':
      return keep(world, device, state, fails)
    case 'asking': {
      const { event, forgets } = answer(world, device, state.ask, faults)
      if (fails) return tell(world, device, { type: 'answered', now, event: { type: 'unanswered' } })
      if (faults && chance(world, 0.01)) {
        count(world, 'answers of no sense')
        return tell(world, device, { type: 'answered', now, event: { type: 'unreadable', why: 'newer' } })
      }
      const by = event.type === 'found' ? { by: { device: 'x', name: 'x' } } : {}
      return tell(world, device, { type: 'answered', now, event, ...by, ...(forgets && { forgets }) })
    }
  }
}

function keep(world: World, device: Device, state: Extract<SessionState, { type: 'storing' }>, fails: boolean): void {
  const { disk } = device
  const { change, next } = state
  const isOlder = change !== null && (disk.journal.at(-1)?.seq ?? 0) > change.compared
  if (fails || isOlder) return tell(world, device, { type: 'not-stored', now: world.now })
  if (change?.forks) {
    count(world, change.chosen ? 'detached' : 'forks')
    const row = { ...placeRow(false), over: next.log.place.over }
    device.disk = { row, journal: [], copies: [...disk.copies, disk.journal] }
    return restart(world, device)
  }
  device.disk = { ...disk, row: rowOf(next, NAMES), journal: changed(disk.journal, change) }
  // a worker may end between the two
  if (chance(world, 0.02)) return restart(world, device)
  tell(world, device, { type: 'stored', now: world.now })
}
const changed = (journal: Row[], change: Change | null): Row[] =>
  change === null || change.rows.length === 0
    ? journal
    : [...journal.filter(({ seq }) => seq <= change.keep), ...change.rows]

type Answer = { event: LogEvent; forgets?: boolean }

function answer(world: World, device: Device, ask: Ask, faults: boolean): Answer {
  const { slots } = world
  const { place } = device.state.log
  switch (ask.type) {
    case 'read-first': {
      const first = slots.get(0)
      const last = !ask.last || slots.get(place.next - 1)?.hash === place.previous
      const missing = place.next === 0 ? 'nothing' : place.emptied || !world.hasHeader ? 'emptied' : 'less'
      return { event: { type: 'read-first', found: first === undefined ? missing : last ? 'other' : 'less' } }
    }
    case 'check': {
      const all = Array.from({ length: ask.to - ask.from }, (_, n) => ask.from + n)
      return { event: { type: 'checked', isWhole: all.every((slot) => slots.has(slot)) } }
    }
    case 'upload':
      return { event: { type: 'uploaded' } }
    case 'append':
      return append(world, device, ask, faults)
    case 'read':
      return { event: readAt(world, device, ask.slot, place.sent) }
    case 'reread':
      return { event: readAt(world, device, ask.slot, ask.after) }
  }
}

function append(world: World, device: Device, ask: Extract<Ask, { type: 'append' }>, faults: boolean): Answer {
  const { slot, pending, previous, after } = ask
  const rows = device.disk.journal.filter(({ seq }) => seq > after && seq <= pending.to)
  const hash = `${pending.id}@${previous}:${rows.map(({ timestamp }) => timestamp)}`
  const segment = { id: pending.id, device: device.n, kind: pending.kind, previous, hash, rows }
  if (faults && chance(world, 0.05)) {
    world.late.push({ slot, segment })
    return { event: { type: 'appended', outcome: 'doubt', hash } }
  }
  if (world.slots.has(slot)) return { event: { type: 'appended', outcome: 'exists', hash } }
  if (world.mode === 'keeps-nothing') {
    count(world, 'kept nothing')
    // as read-back.ts does with what is weighty, and now and then
    const isReadBack = pending.kind !== 'rows' || device.state.live.awaited > after || chance(world, 0.1)
    if (isReadBack) return { event: { type: 'unanswered' }, forgets: true }
    return { event: { type: 'appended', outcome: 'created', hash } }
  }
  put(world, slot, segment)
  return { event: { type: 'appended', outcome: 'created', hash } }
}

function put({ slots, everStored, filled }: World, slot: number, segment: Segment): void {
  if (slots.has(slot)) return
  slots.set(slot, segment)
  filled.add(slot)
  for (const { timestamp } of segment.rows) everStored.add(timestamp)
}

function readAt({ slots }: World, device: Device, slot: number, after: number): LogEvent {
  const segment = slots.get(slot)
  if (segment === undefined) return { type: 'nothing-there' }
  const { id, kind, hash, previous, rows } = segment
  const found: Found = { id, own: segment.device === device.n, kind, hash, previous, rows, next: slot + 1, last: hash }
  return { type: 'found', found, tail: device.disk.journal.filter(({ seq }) => seq > after) }
}

/**
 * What comes late into a slot that the storage has lost is not found by its writer; what comes into any other slot is.
 */
export function arrive(world: World): void {
  for (const { slot, segment } of world.late.splice(0)) if (!world.filled.has(slot)) put(world, slot, segment)
}

/** The segments of the log as every device has to read it. */
export function segmentsOf({ slots }: World): Segment[] {
  const segments: Segment[] = []
  for (let slot = 0; ; slot++) {
    const segment = slots.get(slot)
    if (segment === undefined) return segments
    if (segment.previous === (segments.at(-1)?.hash ?? '')) segments.push(segment)
  }
}
export const chain = (world: World): Row[] => segmentsOf(world).flatMap(({ rows }) => rows)

export const isQuiet = ({ late, devices }: World): boolean =>
  late.length === 0 && devices.every(({ state }) => state.type === 'resting' && isAsleep(state))
/** One whose storage was emptied only looks now and then until its person says something. */
export const isAsleep = ({ live, log }: SessionState): boolean =>
  live.acts.length === 0 && (live.wakeAt === null || log.halt === 'emptied')

export const knowsMore = ({ state }: Device): boolean => hasLost(state.log.place) && !state.log.place.owner

function mulberry(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
