import { paced } from '../../settings/pace.ts'
import type { Database } from '../../storage/schema.ts'
import { openSearchDatabase, type SearchDatabase } from '../../storage/search/database.ts'
import { type HeldIndex, holdIndex } from '../../storage/search/held-index.ts'
import { findBehind, forgetSession, indexStep } from '../../storage/search/index-session.ts'

/**
 * The index of one database, as this thread uses it: opened when first needed, in memory only while somebody searches.
 */
export type SearchRoom = {
  /** The index as it is on the disk now, in memory. Rejects with a DOMException. */
  index: () => Promise<HeldIndex>
  /** Whether somebody in this tab searches, or did a short while ago. */
  isHeld: () => boolean
  /** Lets the memory go. */
  rest: () => void
  /** Indexes all that is not, the newest first, and takes out what is deleted; one at a time. Never rejects. */
  sweep: () => Promise<void>
  /**
   * Begins to sweep, unless somebody who searches has had that just now. Resolves when `behind` knows what is missing.
   * Never rejects.
   */
  catchUp: () => Promise<void>
  /** So many sessions the sweep has still before it. */
  behind: () => number
  /** Never rejects. */
  bringUp: (sessionId: string) => Promise<void>
  /** Never rejects. */
  forget: (sessionId: string) => Promise<void>
}

/** Nobody has searched for so long, in ms: the memory is let go. */
const REST = 120_000
/**
 * While somebody searches, in ms: another tab may say something that nobody indexes at once (writer/in-the-wake.ts).
 */
const LOOKED = 2_000
/** Between two steps, in ms: what a person waits for goes first. */
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
  /** What fails is tried again with the next change or search: an index is no reason to trouble anybody. */
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
