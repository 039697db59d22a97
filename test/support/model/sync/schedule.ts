import { answer, detach, giveUp, leave, remove, take, tick, withdraw } from './device.ts'
import { apply, gather, purge } from './storage.ts'
import type { Device, Disk, Request } from './types.ts'
import { work } from './work.ts'
import { chance, count, pick, type World } from './world.ts'

/** One step of a random schedule: a fault, the network, or a device at work. */
export const step = (world: World, faults: boolean): void => {
  const device = pick(world, world.devices)
  const p = world.random()
  if (faults && p < 0.05) return misfortune(world, device, p)
  if (p < 0.45 && world.flying.length > 0) return network(world, pick(world, world.flying), faults)
  if (!device.awake) return
  if (p < 0.7) return tick(world, device)
  if (faults && p < 0.78) return person(world, device, p)
  if (!faults || p < 0.8) politely(world, device)
  work(world, device, faults)
}

const misfortune = (world: World, device: Device, p: number): void => {
  if (p < 0.01) return restart(world, device)
  if (p < 0.012) return replaceDisk(world, device, pick(world, world.devices))
  if (p < 0.015) return replaceDisk(world, device, 'old')
  if (p < 0.02) {
    device.old = structuredClone(device.disk)
    return world.tell(device, { type: 'kept' })
  }
  if (p < 0.021) return longTime(world)
  if (p < 0.0225) return update(world, device)
  if (device.awake) count(world, 'sleeps')
  device.awake = !device.awake
}

const person = (world: World, device: Device, p: number): void => {
  if (p < 0.72) return giveUp(world, device)
  if (p < 0.73) return void world.wishes.add(device.n)
  if (p < 0.745) return take(world, device)
  if (p < 0.7455) return remove(world, device)
  if (p < 0.748) return detach(world, device)
  if (p < 0.75) return withdraw(world, device)
  const { disk, version } = device
  if (!disk.owner || disk.over || p < 0.76) return
  const rows = world.broken === 'gather-unsent' ? disk.journal : disk.journal.slice(0, disk.sent)
  gather(world.storage, { next: disk.next, rows, version }, world.broken)
}

/** There is a wish in a note: the owner leaves; the device that wished takes the session once it was given back. */
const politely = (world: World, device: Device): void => {
  const others = [...world.wishes].some((n) => n !== device.n)
  if (others) leave(world, device)
  const isFree = [...world.storage.slots.values()].at(-1)?.kind === 'yield'
  if (world.wishes.has(device.n) && isFree) take(world, device)
}

/** A request may be applied late, or never; its answer may be lost, or be inconclusive. */
const network = (world: World, request: Request, faults: boolean): void => {
  const device = world.devices[request.from] as Device
  const isAwaited = device.request === request && device.life === request.life
  const isLost = faults && chance(world, 0.1)
  if (request.result === undefined && !isLost) {
    if (!isAwaited && request.ask === 'create') count(world, 'late appends')
    request.result = apply(world.storage, request, world.broken)
    if (!faults || request.ask !== 'create' || !chance(world, 0.1)) return
    request.result = 'error'
    return count(world, 'doubtful answers')
  }
  if (isAwaited && !device.awake) return // it gets the answer when it wakes
  world.flying = world.flying.filter((each) => each !== request)
  if (isLost) return count(world, request.result === undefined ? 'lost requests' : 'lost answers')
  if (isAwaited) answer(world, device, request)
}

const reborn = (device: Device): void => {
  device.life++
  device.request = null
  device.started.clear()
  device.acted.clear()
  Object.assign(device, { doubt: true, stale: true, awake: true, newer: false, leaving: false, uploaded: 0 })
}
const restart = (world: World, device: Device): void => {
  count(world, 'restarts')
  reborn(device)
  world.tell(device, { type: 'restarted' })
}
/** The next version of the app, which restarts. */
export const update = (world: World, device: Device): void => {
  if (device.version >= 3) return
  device.version++
  restart(world, device)
}
/** A profile copied from another device, or an old copy of its own disk. */
const replaceDisk = (world: World, device: Device, by: Device | 'old'): void => {
  count(world, by === 'old' ? 'restored disks' : 'copied profiles')
  const before = uidsOn(device.disk)
  device.disk = structuredClone(by === 'old' ? device.old : by.disk)
  if (by !== 'old') device.version = Math.max(device.version, by.version)
  const after = uidsOn(device.disk)
  for (const uid of before) if (!after.has(uid)) world.excused.add(uid) // the person replaced this disk
  reborn(device)
  world.tell(device, { type: 'replaced', by: by === 'old' ? 'old' : by.n })
}
export const uidsOn = ({ journal, forks }: Disk): Set<number> =>
  new Set([journal, ...forks.map(({ rows }) => rows)].flat().map(({ uid }) => uid))

/** So long that no request is under way any more, and a deleted session has left the storage. */
const longTime = (world: World): void => {
  count(world, 'long times')
  world.flying = []
  if (world.storage.deleted) purge(world.storage)
  for (const device of world.devices) {
    device.stale = true
    world.tell(device, { type: 'aged' })
  }
}
