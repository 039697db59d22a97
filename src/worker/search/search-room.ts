import { paced } from '../../settings/pace.ts'
import type { Database } from '../../storage/schema.ts'
import { openSearchDatabase, type SearchDatabase } from '../../storage/search/database.ts'
import { type HeldIndex, holdIndex } from '../../storage/search/held-index.ts'
import { findBehind, forgetSession, indexStep } from '../../storage/search/index-session.ts'

/** The index of one database in this thread: opened on first use, in memory only during a search. */
export type SearchRoom = {
  /** The current index on disk, loaded into memory. Rejects with a DOMException. */
  index: () => Promise<HeldIndex>
  /** Whether somebody in this tab searches, or did so recently. */
  isHeld: () => boolean
  /** Frees the memory. */
  rest: () => void
  /** Indexes everything that is missing, newest first, and removes deleted sessions; one at a time. Never rejects. */
  sweep: () => Promise<void>
  /**
   * Starts a sweep, unless a search has just started one. Resolves when `behind` knows what is missing. Never rejects.
   */
  catchUp: () => Promise<void>
  /** How many sessions the sweep still has to do. */
  behind: () => number
  /** Never rejects. */
  bringUp: (sessionId: string) => Promise<void>
  /** Never rejects. */
  forget: (sessionId: string) => Promise<void>
}

/** In ms without a search, after which the memory is freed. */
const REST = 120_000
/** In ms, during a search: another tab may commit rows that nobody indexes at once (writer/in-the-wake.ts). */
const LOOKED = 2_000
/** In ms between two steps: work that a person waits for comes first. */
const PAUSE = 4

const rooms = new WeakMap<Database, SearchRoom>()

export function searchRoomOf(db: Database): SearchRoom {
  const room = rooms.get(db) ?? makeRoom(db)
  rooms.set(db, room)
  return room
}

function makeRoom(db: Database): SearchRoom {
  let opening: Promise<SearchDatabase> | null = null
  let held: HeldIndex | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  let sweeping: { listed: Promise<void>; done: Promise<void> } | null = null
  let looked = Number.NEGATIVE_INFINITY
  let left = 0

  const closed = (): void => {
    opening = null
    held = null
  }
  const open = (): Promise<SearchDatabase> => {
    opening ??= openSearchDatabase(db.name, closed).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  const rest = (): void => {
    clearTimeout(resting)
    held = null
  }
  /** A failure is retried with the next change or search, without a message to the person. */
  const quietly = async (work: (search: SearchDatabase) => Promise<void>): Promise<void> => {
    try {
      await work(await open())
    } catch (error) {
      console.error(error)
    }
  }
  const bringUp = (sessionId: string): Promise<void> =>
    quietly(async (search) => {
      while ((await indexStep(db, search, sessionId)) === 'more') await pause(PAUSE)
    })
  const sweepOnce = (listed: () => void): Promise<void> =>
    quietly(async (search) => {
      const { behind, gone } = await findBehind(db, search)
      left = behind.length
      looked = performance.now()
      listed()
      for (const sessionId of gone) await forgetSession(db, search, sessionId)
      for (const sessionId of behind) {
        await bringUp(sessionId)
        left--
        await pause(PAUSE)
      }
    })
  const sweep = (): { listed: Promise<void>; done: Promise<void> } => {
    if (sweeping !== null) return sweeping
    let tellListed = (): void => {}
    const listed = new Promise<void>((resolve) => {
      tellListed = resolve
    })
    const done = sweepOnce(tellListed).finally(() => {
      tellListed()
      left = 0
      sweeping = null
    })
    sweeping = { listed, done }
    return sweeping
  }
  return {
    index: async () => {
      clearTimeout(resting)
      resting = setTimeout(rest, REST)
      held ??= holdIndex(await open())
      const index = held
      await index.refresh()
      return index
    },
    isHeld: () => held !== null,
    rest,
    sweep: () => sweep().done,
    catchUp: async () => {
      if (held === null || performance.now() - looked > paced(LOOKED)) await sweep().listed
    },
    behind: () => left,
    bringUp,
    forget: (sessionId) => quietly((search) => forgetSession(db, search, sessionId)),
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
