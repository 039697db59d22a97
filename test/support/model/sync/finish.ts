import { take } from './device.ts'
import { step, uidsOn, update } from './schedule.ts'
import { type Device, law } from './types.ts'
import { commit, late, owedLate } from './work.ts'
import type { World } from './world.ts'

/**
 * All devices wake and have the same version, the network works again; then one device takes over and works; then the
 * laws are checked.
 */
export const finish = (world: World): void => {
  const newest = Math.max(...world.devices.map(({ version }) => version))
  for (const device of world.devices) {
    device.awake = true
    while (device.version < newest) update(world, device)
  }
  const until = (reached: () => boolean, text: string, push = (): void => {}): void => {
    for (let n = 0; n < 6000 && !(reached() && isAtRest(world)); n++, push()) step(world, false)
    law(reached() && isAtRest(world), text)
  }
  until(() => true, 'it does not come to rest')
  world.wishes.clear()
  goOn(world, until)
  for (const device of world.devices) late(world, device, false)
  check(world)
}

/** Two copies of one profile may both believe that they own the session: one of them loses it, and takes it again. */
const goOn = (world: World, until: (reached: () => boolean, text: string, push: () => void) => void): void => {
  const [first] = world.devices as [Device]
  let mark = 0
  until(
    () => world.storage.deleted || uids(world).includes(mark),
    'nobody can take over and go on',
    () => {
      if (world.storage.deleted) return
      if (!first.disk.owner) take(world, first)
      else if (!first.disk.journal.some(({ uid }) => uid === mark) && first.disk.pending?.kind !== 'take') {
        commit(world, first, { kind: 'user' })
        mark = world.uid
      }
    },
  )
}

const uids = ({ storage }: World): number[] => storage.truth.map(({ uid }) => uid)
const isAtRest = ({ flying, devices, storage }: World): boolean =>
  flying.length === 0 && devices.every((device) => isSettled(device, Math.max(-1, ...storage.slots.keys()) + 1))
const isSettled = ({ disk, request, stale }: Device, length: number): boolean =>
  !request && (disk.over || (!stale && !disk.pending && disk.next === length && disk.sent === disk.journal.length))

const check = (world: World): void => {
  const { devices, storage } = world
  const appended = new Set(uids(world))
  law(appended.size === storage.truth.length, 'a row stands in the log twice')
  for (const { disk, acted } of devices) {
    for (const { rows, from, chosen } of disk.forks)
      law(
        chosen || disk.over || !rows.slice(from).some(({ uid }) => appended.has(uid)),
        'a fork holds what stands in the log',
      )
    law(disk.over === storage.deleted, 'a device does not know that the session was deleted')
    const said = disk.journal.map(({ uid }) => uid).join()
    // a device that learns it from slot 0 lacks what came before
    law(
      disk.over ? uids(world).join().startsWith(said) : said === uids(world).join(),
      'a device says other than the log',
    )
    for (const call of owedLate({ disk, acted }))
      law(disk.over || storage.late.has(call), 'what an act gave is lost, though the device that knows is there')
  }
  const settled = storage.truth.flatMap(({ kind, call }) => (kind === 'settled' ? [call ?? 0] : []))
  law(new Set(settled).size === settled.length, 'an unknown outcome was settled twice')
  for (const call of settled) law(world.acts.has(call), 'what never ran was settled by its result')
  const said = storage.truth.flatMap(({ again }) => (again === undefined ? [] : [again]))
  law(
    new Set(said).size === said.length && !said.some((message) => appended.has(message)),
    'what a device alone had was said twice',
  )
  const kept = new Set(devices.flatMap(({ disk }) => [...uidsOn(disk)]))
  for (const uid of world.committed)
    law(kept.has(uid) || world.excused.has(uid) || appended.has(uid), 'a committed input is lost')
}
