import { LONG } from '../session/session-transition.ts'
import type { SharedSession } from '../session/shared-session.ts'
import type { Roster } from './roster.ts'

/**
 * Decides which sessions are checked in the storage, and when. Running sessions at every tick; idle ones in turn,
 * because a device may have thousands. A change by another device is in its note and wakes the session; recently used
 * sessions come first. The round finds what no note reports, such as a permanent deletion.
 */
export type Rounds = {
  /** All of them, from now on. */
  begin: () => void
  /** `late`: ms since the tick before. */
  tick: (late: number) => void
  /** A person looks at this device. */
  look: () => void
  /** A page shows what another device has. */
  isLookedAt: () => boolean
}

export type RoundsPorts = {
  sessions: () => Iterable<SharedSession>
  isAlive: Roster['isAlive']
  /** Another device was heard a short time ago. */
  isAnyThere: Roster['isAnyThere']
  /** A page here shows this session. */
  isShown: (sessionId: string) => boolean
}

/** A tick that comes so late: the device slept. In ms. */
export const SLEPT = 10_000
/** Sessions checked together at the start, in any order. */
const FIRST = 20
/** ms between two of them. */
const APART = 50
/** Ticks between two further sessions. */
const EVERY = 3

export function makeRounds({ sessions, isAlive, isAnyThere, isShown }: RoundsPorts): Rounds {
  let waiting: SharedSession[] = []
  let ticks = 0
  const isFollowed = (session: SharedSession): boolean => {
    const { owner, over, left, sessionId } = session.row()
    return !owner && !over && !left && isShown(sessionId)
  }
  /** Another device may take it while a person looks at it here. */
  const isWatched = (session: SharedSession): boolean => {
    const { owner, over, left, sessionId } = session.row()
    return owner && !over && !left && isAnyThere() && isShown(sessionId)
  }
  const begin = (): void => {
    waiting = inAnyOrder([...sessions()])
    for (const [n, session] of waiting.splice(0, FIRST).entries()) session.wake(n * APART)
  }
  return {
    begin,
    tick: (late) => {
      for (const session of sessions()) {
        const { log, owner } = session.row()
        if (late > LONG) session.slept()
        if (owner ? session.isBusy() : isAlive(log)) session.wake(0)
      }
      if (late > SLEPT) begin()
      ticks += 1
      if (ticks % EVERY === 0) waiting.shift()?.wake(0)
    },
    look: () => {
      for (const session of sessions()) if (isFollowed(session)) session.wake(0)
    },
    isLookedAt: () => [...sessions()].some((session) => isFollowed(session) || isWatched(session)),
  }
}

/** So that those of short lives come to all. */
function inAnyOrder<Item>(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    const item = items[last] as Item
    items[last] = items[other] as Item
    items[other] = item
  }
  return items
}
