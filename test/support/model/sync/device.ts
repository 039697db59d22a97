import { covered, stretchAt } from './storage.ts'
import type { Ask, Covered, Device, Request, Segment } from './types.ts'
import { count, forgetWish, type World } from './world.ts'

/** The protocol on one device: one request at a time; the local journal first, the log after it. */

export const isLost = ({ disk, newer }: Device): boolean => !disk.owner || disk.over || newer
const unsent = ({ disk }: Device): number => disk.journal.length - disk.sent

/** Runs periodically: freezes unsent rows, and sends the next request to the storage. */
export const tick = (world: World, device: Device): void => {
  const { disk } = device
  if (device.request) {
    if (!world.flying.includes(device.request)) giveUp(world, device)
    return
  }
  const id = ++world.uid
  if (!disk.over && !device.newer) {
    if (world.broken === 'no-tombstone') device.stale = false
    if (device.stale) ask(world, device, 'tombstone')
    else {
      if (disk.pending === null && disk.owner && unsent(device) > 0) freeze(device, id, 'rows')
      else if (disk.pending === null && disk.owner && device.leaving) freeze(device, id, 'yield')
      ask(
        world,
        device,
        disk.pending === null || device.doubt ? 'read' : isUploaded(world, device) ? 'create' : 'upload',
      )
    }
  }
  world.tell(device, { type: 'tick', id })
}

const freeze = (device: Device, id: number, kind: Segment['kind']): void => {
  const { disk, version } = device
  const rows = kind === 'rows' ? disk.journal.slice(disk.sent) : []
  disk.pending = { id, by: disk.device, version, kind, rows }
}

const isUploaded = (world: World, { disk, uploaded }: Device): boolean =>
  world.broken === 'blobs-after' ||
  uploaded === disk.pending?.id ||
  (disk.pending?.rows ?? []).every(({ blob }) => blob === undefined)

const ask = (world: World, device: Device, what: Ask): void => {
  const slot = what === 'tombstone' ? 0 : device.disk.next
  const segment = what === 'create' || what === 'upload' ? device.disk.pending : null
  device.request = { from: device.n, life: device.life, ask: what, slot, segment }
  world.flying.push(device.request)
}

/** No answer in time: the request may still be applied. */
export const giveUp = (world: World, device: Device): void => {
  if (device.request === null) return
  count(world, 'timeouts')
  const wrote = device.request.ask === 'create'
  device.request = null
  device.doubt = true
  if (world.broken === 'believe-timeout' && wrote) advance(world, device)
  world.tell(device, { type: 'unanswered' })
}

export const answer = (world: World, device: Device, request: Request): void => {
  const { result, ask: asked } = request
  device.request = null
  const found = typeof result === 'object' ? result : null
  const covers = found && asked === 'read' ? coveredBy(world, device, found) : null
  if (asked === 'create' && result === 'ok') advance(world, device)
  else if (asked === 'create')
    device.doubt = true // it exists, or that is unknown: read it
  else if (asked === 'upload') device.uploaded = device.disk.pending?.id ?? 0
  else if (asked === 'tombstone') {
    device.stale = false
    if (found?.kind === 'deleted') end(world, device)
  } else if (found === null || covers === null) device.doubt = false
  else receive(world, device, found, covers)
  world.tell(device, { type: 'answered', request, covers })
}

const advance = (world: World, device: Device): void => {
  const { disk } = device
  const { kind, rows } = disk.pending as Segment
  disk.pending = null
  disk.next++
  disk.sent += rows.length
  device.doubt = false
  if (kind === 'take') disk.owner = true
  if (kind === 'yield' && world.broken !== 'yield-and-go-on') disk.owner = false
  if (kind === 'yield') device.leaving = false
  if (kind === 'deleted') end(world, device)
  if (kind !== 'rows') count(world, `${kind} segments`)
}

/** The owner, and a device with a pending segment, read slot by slot. */
const coveredBy = (world: World, { disk, version }: Device, segment: Segment): Covered => {
  const follows = !disk.owner && disk.pending === null && segment.kind !== 'deleted'
  const stretch = follows ? stretchAt(world.storage, disk.next, version) : undefined
  if (stretch) count(world, 'stretches read')
  return covered(segment, disk.next, stretch)
}

const receive = (world: World, device: Device, segment: Segment, { rows, next, version }: Covered): void => {
  const { disk } = device
  if (version > device.version) {
    // nothing is decided before this device can read it
    device.newer = world.broken !== 'skip-newer'
    if (world.broken === 'skip-newer') disk.next = next
    return count(world, 'newer versions met')
  }
  const ours = world.broken === 'own-by-device' ? segment.by === disk.device : segment.id === disk.pending?.id
  if (ours && disk.pending) return advance(world, device)
  if (segment.kind === 'deleted') return end(world, device)
  // a tail that is also in the log is not a fork
  let same = 0
  const isSame = (): boolean => rows[same] !== undefined && rows[same]?.uid === disk.journal[disk.sent + same]?.uid
  while (world.broken !== 'fork-all' && isSame()) same++
  lose(world, device, disk.sent + same)
  disk.journal = [...disk.journal.slice(0, disk.sent), ...rows]
  disk.sent = disk.journal.length
  disk.next = next
}

/** Puts what only this device has into a fork. */
const fork = (world: World, { disk }: Device, from: number, chosen = false): void => {
  count(world, 'forks')
  if (world.broken !== 'drop-tail') disk.forks.push({ rows: disk.journal.slice(), from, chosen })
}

/** The session now belongs to another device, or to none. */
const lose = (world: World, device: Device, from: number): void => {
  const { disk } = device
  if (disk.journal.length > from) fork(world, device, from)
  if (disk.owner) count(world, 'fenced')
  letGo(device)
}
const letGo = (device: Device): void => {
  device.disk.owner = false
  device.disk.pending = null
  device.doubt = false
  device.leaving = false
  device.started.clear()
}

const end = (world: World, device: Device): void => {
  const { disk } = device
  lose(world, device, disk.sent)
  disk.journal = disk.journal.slice(0, disk.sent)
  disk.over = true
}

/** A person's act. If the owner does it after it was asked to leave, it has no effect. */
export const take = (world: World, device: Device): void => {
  const { disk } = device
  if (disk.owner || disk.over || device.newer || disk.pending || device.request) return
  const id = ++world.uid
  freeze(device, id, 'take')
  forgetWish(world, device)
  world.tell(device, { type: 'take', id })
}

/** A take that could not be sent for long is dropped, unless it may be in the log: that is checked first. */
export const withdraw = (world: World, device: Device): void => {
  const { disk } = device
  if (disk.pending?.kind !== 'take' || device.request || device.doubt || device.stale) return
  disk.pending = null
  count(world, 'withdrawn takes')
  world.tell(device, { type: 'withdraw' })
}

/** A person's act on any device; the owner's unsent rows go first. */
export const remove = (world: World, device: Device): void => {
  const { disk } = device
  if (disk.over || device.newer || disk.pending || device.request || unsent(device) > 0) return
  const id = ++world.uid
  freeze(device, id, 'deleted')
  world.tell(device, { type: 'delete', id })
}

/** Another device wants to take over: stop working, send unsent rows, then give the session back. */
export const leave = (world: World, device: Device): void => {
  if (isLost(device) || device.leaving) return
  device.leaving = true
  world.tell(device, { type: 'leave' })
}

/** "Go on without sync": unsent rows go into a fork, except those that may be on their way into the log. */
export const detach = (world: World, device: Device): void => {
  const { disk } = device
  if (isLost(device) || unsent(device) === 0) return
  // even if all of it may be on its way: that is still unknown
  fork(world, device, disk.sent + (disk.pending?.rows.length ?? 0), true)
  letGo(device)
  disk.journal = disk.journal.slice(0, disk.sent)
  device.doubt = true
  device.request = null
  count(world, 'detached')
  world.tell(device, { type: 'detach' })
}
