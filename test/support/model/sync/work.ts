import { isLost } from './device.ts'
import { type Device, type Disk, law, MOST_UNSENT, type Row } from './types.ts'
import { chance, count, type World } from './world.ts'

/** The agent: local first; a once act waits until its start is in the log. */
export const work = (world: World, device: Device, faults: boolean): void => {
  late(world, device, faults)
  const { disk } = device
  const kind = disk.pending?.kind ?? 'rows'
  if (isLost(device) || device.leaving || kind !== 'rows') return
  const last = disk.journal.at(-1)
  const isIdle = last === undefined || ['end', 'settled'].includes(last.kind) || (last.kind === 'answer' && !last.call)
  const isUnsettled = last?.kind === 'unknown' || (last?.kind === 'settled' && world.broken === 'settle-again')
  if (last && isUnsettled && settle(world, device, last)) return
  if (isIdle || last?.kind === 'unknown') {
    if (faults && chance(world, 0.3) && sendThere(world, device)) return
    if (faults && chance(world, 0.5)) commit(world, device, { kind: 'user' })
  } else if (disk.journal.length - disk.sent >= MOST_UNSENT && world.broken !== 'no-bound')
    count(world, 'waits for the log')
  else run(world, device, last)
}

const run = (world: World, device: Device, last: Row): void => {
  const { disk } = device
  if (last.kind === 'user') {
    const call = ++world.uid
    const key = world.broken === 'key-by-place' ? `${disk.journal.length}` : `${call}`
    const calls = chance(world, 0.8)
    return commit(world, device, { kind: 'answer', ...(calls && { call, key, once: chance(world, 0.6) }) })
  }
  if (last.kind === 'answer') {
    const { call = 0, key = '', once = false } = last
    commit(world, device, { kind: 'start', call, key, once })
    return void device.started.add(call)
  }
  const { call = 0, key = '', once = false } = last
  const known = device.started.has(call) || world.broken === 'rerun-started'
  if (once && !known) {
    commit(world, device, { kind: 'unknown', call })
    return count(world, 'unknown outcomes')
  }
  if (device.acted.has(call)) {
    const blob = chance(world, 0.3) ? { blob: ++world.uid } : {}
    return commit(world, device, { kind: 'end', call, ...blob })
  }
  if (!once || disk.sent === disk.journal.length || world.broken === 'act-unpublished')
    act(world, device, call, key, once)
}

export const commit = (world: World, device: Device, what: Omit<Row, 'uid'>): void => {
  const { disk } = device
  const row = { ...what, uid: ++world.uid }
  disk.journal.push(row)
  world.committed.add(row.uid)
  const isPersons = what.kind === 'user' || what.kind === 'settled'
  law(disk.journal.length - disk.sent <= MOST_UNSENT + (isPersons ? 2 : 0), 'more is unsent than a run may leave')
  world.tell(device, { type: 'committed', row })
}

const act = (world: World, device: Device, call: number, key: string, once: boolean): void => {
  device.acted.add(call)
  count(world, once ? 'once acts' : 'idempotent acts')
  law(!once || !world.acts.has(call), 'a once act ran twice')
  world.acts.add(call)
  law((world.keys.get(key) ?? call) === call, 'one idempotency key named two calls')
  world.keys.set(key, call)
  const { truth } = world.storage
  if (once && world.broken !== 'act-unpublished')
    law(
      truth.some((row) => row.kind === 'start' && row.call === call),
      'an act without its start in the log',
    )
}

/** Once acts that this device ran and whose end is not in the log: from memory, or from a fork. */
export const owedLate = ({ disk, acted }: { disk: Disk; acted: Set<number> }): number[] => {
  const rows = disk.journal
  const ended = disk.forks.flatMap((fork) =>
    fork.rows.flatMap(({ kind, call }) => (kind === 'end' && call ? [call] : [])),
  )
  const isLacking = (call: number): boolean =>
    rows.some((row) => row.kind === 'unknown' && row.call === call) &&
    !rows.some((row) => row.kind === 'end' && row.call === call)
  return [...new Set([...acted, ...ended])].filter(isLacking)
}

/** Its key has only one writer, so it is put until an answer comes. */
export const late = (world: World, device: Device, faults: boolean): void => {
  if (world.broken === 'late-lost') return
  for (const call of owedLate(device)) {
    if (world.storage.late.has(call) || (faults && chance(world, 0.5))) continue
    world.storage.late.add(call)
    count(world, 'late results')
  }
}

/**
 * Repeats a message that only this device had in the session, which it has taken: a person's act. Each is repeated
 * once, by any copy.
 */
const sendThere = (world: World, device: Device): boolean => {
  const { forks, journal } = device.disk
  const alone = forks.flatMap(({ rows, from }) => rows.slice(from).filter(({ kind }) => kind === 'user'))
  const isSaid = (message: number): boolean =>
    journal.some(({ uid, again }) => uid === message || again === message) && world.broken !== 'send-blindly'
  const next = alone.map(({ uid, again = uid }) => again).find((message) => !isSaid(message))
  if (next === undefined) return false
  commit(world, device, { kind: 'user', again: next })
  count(world, 'said again')
  return true
}

/** Whether the end of the act is in a fork of this device. */
const isKnownHere = ({ disk }: Device, call: number): boolean =>
  disk.forks.some(({ rows }) => rows.some((row) => row.kind === 'end' && row.call === call))

/** A late result is shown next to the unknown outcome, or is in a fork; a person's button settles it. */
const settle = (world: World, device: Device, { call = 0 }: Row): boolean => {
  if (!world.storage.late.has(call) && !isKnownHere(device, call)) return false
  if (world.devices.some(({ disk }) => disk.journal.length - disk.sent > MOST_UNSENT)) return true
  count(world, 'settled')
  commit(world, device, { kind: 'settled', call })
  return true
}
