import { MOST_READS, type Note } from './notes.ts'

/** Whether the note of this device is written again, and what it says. Pure. */

/** Ticks between two reports of progress. What others must know right away is written right away. */
export const SAY_SELDOM = 5
/** So often a device says that it is there, though nothing is new. In ms. */
const SAY_AGAIN = 60 * 60_000
/** The same while a page shows what another device is at. */
const SAY_READS = 60_000

/** What this device said last. `urgent`: the part of it that others must know right away. `at`: wall time in ms. */
export type Said = { beat: number; words: string; urgent: string; at: number }
export const SAID_NOTHING: Said = { beat: 0, words: '', urgent: '', at: 0 }

/** What a note says, but for its count and its time. */
export type Facts = Omit<Note, 'format' | 'beat' | 'at' | 'removed' | 'reads'> & { reads: string[] }

/** `note`: to be written; null: nothing is. `said`: counts if the note is written; its count in any case. */
export function nextNote(
  before: Said,
  facts: Facts,
  { now, tickMs }: { now: number; tickMs: number },
): { note: Note | null; said: Said } {
  const { sessions, reads, asks = [], answers = [], keys, ...names } = facts
  // of a clock that was set back it is a long time, too: else nothing would be said until it has caught up
  const since = Math.abs(now - before.at)
  const urgent = JSON.stringify([
    sessions.map(({ log, owner, busy }) => [log, owner, busy]),
    reads,
    { asks, answers },
    keys,
  ])
  if (urgent === before.urgent && since < SAY_SELDOM * tickMs) return { note: null, said: before }
  const isCounted = sessions.some(({ busy }) => busy) || (reads.length > 0 && since >= SAY_READS)
  const beat = before.beat + (isCounted ? 1 : 0)
  const note: Note = {
    ...{ format: 1, ...names, beat, sessions },
    ...(reads.length > 0 && { reads: reads.slice(-MOST_READS) }),
    ...{ asks, answers },
    ...(keys && { keys }),
  }
  const words = JSON.stringify(note)
  if (words === before.words && since < SAY_AGAIN) return { note: null, said: { ...before, beat } }
  return { note: { ...note, at: now }, said: { beat, words, urgent, at: now } }
}
