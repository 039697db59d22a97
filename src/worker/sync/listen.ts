import { makeNotes } from './notes.ts'
import type { SharedSession } from './shared-session.ts'
import type { SharedStorage } from './shared-storage.ts'

/** Hears from other devices what they have, and says it of this one. */
export type Listening = {
  nameOf: (device: string) => string
  /** When the device that has this log was last heard to do something; wall time, ms. null: not yet. */
  seen: (log: string) => number | null
  stop: () => void
}

export type ListenPorts = {
  storage: SharedStorage
  sessions: () => Iterable<SharedSession>
  /** A log that no session here stands for. */
  found: (log: string, device: string) => Promise<void>
  /** The device that has this session was heard again. */
  seen: (sessionId: string) => void
  report: (error: unknown) => void
}

const TICK = 2000
/** Notes are read and written every so many ticks. */
const NOTES = 5
/** A tick that comes so late: the device slept; so much later a deleted session may have left the storage. In ms. */
const SLEPT = 10_000
const LONG = 15 * 60_000
/** A session is looked at every tick while it runs here, which another device may end, or as long as its device was heard so short a time ago, in ms. */
const ALIVE = 60_000
const LIMIT = 30_000

export function listen({ storage, sessions, found, seen, report }: ListenPorts): Listening {
  const notes = makeNotes(storage)
  const names = new Map<string, string>()
  const beats = new Map<string, string>()
  const alive = new Map<string, number>()
  const finding = new Set<string>()
  const stopped = new AbortController()
  let beat = 0
  let said = ''
  let ticks = 0
  let last = Date.now()
  let talking = false

  const say = async (signal: AbortSignal): Promise<void> => {
    const rows = [...sessions()].map((session) => ({ row: session.row(), busy: session.isBusy() }))
    const list = rows.flatMap(({ row: { log, next, owner, over }, busy }) =>
      over || next === 0 ? [] : [{ log, next, owner, busy }],
    )
    if (list.some(({ busy }) => busy)) beat += 1
    const note = {
      format: 1 as const,
      device: storage.device.id,
      name: storage.device.name,
      beat,
      sessions: list.slice(-1000),
    }
    const words = JSON.stringify(note)
    if (words === said) return
    await notes.put(note, signal)
    said = words
  }
  const hear = async (signal: AbortSignal): Promise<void> => {
    for (const { device, name, beat: theirs, sessions: list } of await notes.others(signal)) {
      names.set(device, name)
      const isNews = beats.get(device) !== `${theirs}`
      beats.set(device, `${theirs}`)
      for (const { log, next, owner } of list) {
        if (isNews && owner) alive.set(log, Date.now())
        const session = [...sessions()].find((each) => each.row().log === log)
        if (session === undefined) {
          if (!finding.has(log)) await found(log, name)
          finding.add(log)
        } else {
          if (session.row().next < next) session.wake(0)
          if (isNews && owner && !session.row().owner) seen(session.row().sessionId)
        }
      }
    }
  }
  const talk = async (): Promise<void> => {
    if (talking) return
    talking = true
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(LIMIT)])
      await say(signal)
      await hear(signal)
    } catch (error) {
      if (!stopped.signal.aborted) report(error)
    } finally {
      talking = false
    }
  }
  const tick = (): void => {
    const now = Date.now()
    const late = now - last
    last = now
    for (const session of sessions()) {
      const { log, owner } = session.row()
      if (late > LONG) session.slept()
      else if (late > SLEPT || (owner ? session.isBusy() : now - (alive.get(log) ?? 0) < ALIVE)) session.wake(0)
    }
    if (ticks++ % NOTES === 0) void talk()
  }
  const timer = setInterval(tick, storage.tick ?? TICK)
  queueMicrotask(tick)

  return {
    nameOf: (device) => names.get(device) ?? '',
    seen: (log) => alive.get(log) ?? null,
    stop: () => {
      stopped.abort()
      clearInterval(timer)
    },
  }
}
