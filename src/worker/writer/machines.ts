import type { SessionMachine } from './session-machine.ts'

/** The machines that a writer holds. Each is restored when it is needed; idle machines are evicted. */
export type Machines = {
  /** The machine of a session. Rejects with what restoring it rejected with. */
  of: (sessionId: string) => Promise<SessionMachine>
  /** The machine in memory, or the one being restored; undefined: none. */
  alive: (sessionId: string) => Promise<SessionMachine> | undefined
  /** Holds a machine that was created, not restored. */
  add: (sessionId: string, starting: Promise<SessionMachine>) => Promise<SessionMachine>
  /** Keeps this session's machine in memory until the work ends. */
  use: <Value>(sessionId: string, work: () => Promise<Value>) => Promise<Value>
  isUsed: (sessionId: string) => boolean
  /** The stored rows differ from the machine's state: drops the machine and restores it. */
  restart: (sessionId: string) => Promise<SessionMachine>
  /** Gives up the machine of a session that another device has, if there is one. */
  drop: (sessionId: string) => Promise<void>
  /** Gives up the machines that have been idle the longest. */
  evictIdle: () => void
  retryCommits: () => void
  stop: () => void
}

/**
 * Idle machines held for a next command. All that they know is on disk, so each further one would only fill the memory.
 */
export const IDLE_HELD = 4

type Entry = { starting: Promise<SessionMachine>; machine: SessionMachine | null }

export function makeMachines(restore: (sessionId: string) => Promise<SessionMachine>): Machines {
  /** The latest used stand last. */
  const entries = new Map<string, Entry>()
  const users = new Map<string, number>()

  const add = (sessionId: string, starting: Promise<SessionMachine>): Promise<SessionMachine> => {
    const entry: Entry = { starting, machine: null }
    entries.set(sessionId, entry)
    starting.then(
      (machine) => {
        entry.machine = machine
      },
      () => {
        if (entries.get(sessionId) === entry) entries.delete(sessionId)
      },
    )
    return starting
  }
  const of = (sessionId: string): Promise<SessionMachine> =>
    entries.get(sessionId)?.starting ?? add(sessionId, restore(sessionId))
  const isIdle = ([sessionId, { machine }]: [string, Entry]): boolean =>
    machine?.isIdle() === true && !users.has(sessionId)
  const evictIdle = (): void => {
    for (const [sessionId, { machine }] of [...entries].filter(isIdle).slice(0, -IDLE_HELD)) {
      machine?.stop()
      entries.delete(sessionId)
    }
  }

  return {
    of,
    alive: (sessionId) => entries.get(sessionId)?.starting,
    add,
    use: async (sessionId, work) => {
      users.set(sessionId, (users.get(sessionId) ?? 0) + 1)
      try {
        return await work()
      } finally {
        const left = (users.get(sessionId) ?? 1) - 1
        if (left > 0) users.set(sessionId, left)
        else users.delete(sessionId)
        const entry = entries.get(sessionId)
        if (entry !== undefined && entries.delete(sessionId)) entries.set(sessionId, entry)
        evictIdle()
      }
    },
    isUsed: (sessionId) => users.has(sessionId),
    restart: async (sessionId) => {
      const entry = entries.get(sessionId)
      const machine = await entry?.starting.catch(() => null)
      machine?.stop()
      // a commit and an append may both ask for a restart: a machine that was restored in between must stay, or two
      // would run
      if (entries.get(sessionId) === entry) entries.delete(sessionId)
      return of(sessionId)
    },
    drop: async (sessionId) => {
      const entry = entries.get(sessionId)
      entries.delete(sessionId)
      const machine = await entry?.starting.catch(() => null)
      machine?.stop(true)
    },
    evictIdle,
    retryCommits: () => {
      for (const { machine } of entries.values()) machine?.retryCommit()
    },
    stop: () => {
      for (const { starting } of entries.values()) starting.then(({ stop }) => stop()).catch(() => {})
      entries.clear()
    },
  }
}
