import { initiate } from '../../agent/initiate.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { stateOf } from '../fold.ts'
import type { Database, JournalRow } from '../schema.ts'
import { KEPT_EVERY } from './kept.ts'
import { completeSnapshots, journalPages } from './state-at.ts'

/**
 * The versions of one session, read only: a version is the state after one input of its journal. Journal and states are
 * in memory, so that any version is available at once. States share what did not change, so a held one costs the list
 * of its rows.
 */
export type Versions = {
  /** The journal, oldest first. */
  rows: () => readonly JournalRow[]
  /** Stamp of the newest version; null: there is none. */
  head: () => number | null
  /** The whole state after the last input up to `seq`, with every row; null: there was none yet. */
  get: (seq: number) => State | null
  /** Stamp of the version before that of `seq`; null: it is the first. */
  previous: (seq: number) => number | null
  /** The versions in memory, except the newest, each with the journal row that it was made after. */
  held: () => { row: JournalRow; state: State }[]
  /** Reads later commits. Rejects with DamagedRecord or a DOMException. */
  follow: () => Promise<void>
}

/**
 * Folds the journal of a session once. If this agent version has written a snapshot, the fold continues from it, like
 * `stateAt`. null: there is no such session. Rejects with DamagedRecord or a DOMException.
 */
export async function openVersions(db: Database, sessionId: string): Promise<Versions | null> {
  const snapshots = new Map<number, State>()
  for await (const pages of completeSnapshots(db, sessionId, Number.MAX_SAFE_INTEGER))
    snapshots.set(pages[0]?.seq ?? 0, stateOf(pages.map(({ part }) => part)))
  const rows: JournalRow[] = []
  /** The states before the inputs 0, 64, 128, … */
  const held: State[] = []
  let newest: State | null = null
  /** Where the last answer was found: a reader of the whole journal asks for the next one then. */
  let last: { place: number; state: State } | null = null

  const step = (state: State, { input }: JournalRow): State => snapshots.get(input.seq) ?? transition(input)(state)
  const add = (row: JournalRow): void => {
    newest ??= beginOf(snapshots, row.seq) ?? initiate(sessionId)
    if (rows.length % KEPT_EVERY === 0) held.push(newest)
    rows.push(row)
    newest = step(newest, row)
  }
  const follow = async (): Promise<void> => {
    for await (const page of journalPages(db, sessionId, rows.at(-1)?.seq ?? 0, Number.MAX_SAFE_INTEGER))
      for (const row of page) add(row)
  }
  /** The place of the last input up to `seq`; -1: there is none. */
  const placeOf = (seq: number): number => {
    let [from, to] = [0, rows.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((rows[middle]?.seq ?? 0) <= seq) from = middle + 1
      else to = middle
    }
    return from - 1
  }
  const stateAfter = (place: number): State => {
    if (place === rows.length - 1 && newest !== null) return newest
    const begin = Math.floor(place / KEPT_EVERY) * KEPT_EVERY
    const near = last !== null && last.place >= begin && last.place <= place ? last : null
    let state = near?.state ?? (held[begin / KEPT_EVERY] as State)
    for (let at = near === null ? begin : near.place + 1; at <= place; at++) state = step(state, rows[at] as JournalRow)
    last = { place, state }
    return state
  }
  await follow()
  if (rows.length === 0) return null
  return {
    rows: () => rows,
    head: () => rows.at(-1)?.seq ?? null,
    get: (seq) => {
      const place = placeOf(seq)
      const state = place === -1 ? null : stateAfter(place)
      return state === null || state.head.seq === 0 ? null : state
    },
    held: () =>
      held.flatMap((state, place) => {
        const row = rows[place * KEPT_EVERY - 1]
        return row !== undefined && row.seq === state.head.seq ? [{ row, state }] : []
      }),
    previous: (seq) => rows[placeOf(seq) - 1]?.seq ?? null,
    follow,
  }
}

/** The state before the first stored input: the journal may begin with a snapshot. */
function beginOf(snapshots: ReadonlyMap<number, State>, first: number): State | null {
  const before = [...snapshots.keys()].filter((seq) => seq < first)
  return before.length === 0 ? null : (snapshots.get(Math.max(...before)) ?? null)
}
