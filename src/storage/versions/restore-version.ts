import type { Message } from '../../agent/message.ts'
import { placeOf, rowAt } from '../../agent/rows.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { stateOf } from '../fold.ts'
import { messageOrNull } from '../parse-rows.ts'
import type { Database } from '../schema.ts'
import { rowsBetween } from '../session-range.ts'
import { KEPT_EVERY, type KeptVersion, keptBefore } from './kept.ts'
import { completeSnapshots, journalPages } from './state-at.ts'

/** Folding more inputs than this is not quick. */
const FAR = 2 * KEPT_EVERY

/**
 * A session after the last input up to `seq`, at the cost of the nearest kept version and the inputs since, whatever
 * its length. It holds `rows` rows of the transcript: those from `from` on, null: the last ones; and all files of that
 * time. null: no valid kept version leads there, or rows of that time are no longer stored: then the caller folds the
 * journal. Law: it equals the fold. Rejects with DamagedRecord or a DOMException.
 */
export async function restoreVersion(
  db: Database,
  sessionId: string,
  seq: number,
  { from, rows: wanted }: { from: number | null; rows: number },
): Promise<State | null> {
  const kept = await keptBefore(db, sessionId, seq)
  const base = kept ?? (await nearSnapshot(db, sessionId, seq))
  if (base === null || !base.files) return null
  const { head } = base.state
  let { state } = base
  for await (const rows of journalPages(db, sessionId, head.seq, seq))
    for (const { input } of rows) {
      // only a state that holds every row can be cut
      if (input.type === 'session-branch' && kept !== null) return null
      state = transition(input)(state)
    }
  const first = Math.min(from ?? Math.max(0, state.head.count - wanted), state.head.count)
  const end = Math.min(first + wanted, state.head.count)
  const messages = await rowsOf(db, sessionId, state.messages, { first, end, seq: head.seq })
  return messages === null ? null : { ...state, messages }
}

/** A whole snapshot shortly before `seq`, as at the beginning of every session; null: there is none. */
async function nearSnapshot(db: Database, sessionId: string, seq: number): Promise<KeptVersion | null> {
  for await (const pages of completeSnapshots(db, sessionId, seq)) {
    const since = IDBKeyRange.bound([sessionId, pages[0]?.seq ?? 0], [sessionId, seq], true)
    if ((await db.count('journal', since)) > FAR) return null
    return { state: stateOf(pages.map(({ part }) => part)), files: true }
  }
  return null
}

type Span = { first: number; end: number; seq: number }

/** A row that no machine needed at `seq` never changes again: it is the stored one, unless it was removed since. */
async function rowsOf(
  db: Database,
  sessionId: string,
  held: State['messages'],
  { first, end, seq }: Span,
): Promise<Message[] | null> {
  const places = Array.from({ length: end - first }, (_, place) => first + place)
  const missing = places.filter((n) => placeOf(held, n) === -1)
  const [begin, last] = [missing[0], missing.at(-1)]
  const stored: unknown[] =
    begin === undefined || last === undefined
      ? []
      : await db.getAll('messages', rowsBetween(sessionId, begin, last + 1))
  const byPlace = new Map(stored.map((row) => [(row as { n?: unknown }).n, row]))
  const found = places.map((n) => rowAt(held, n) ?? storedRow(byPlace.get(n), seq))
  return found.every((row) => row !== null) ? found : null
}

/** null: it is damaged, or another row has its place now. */
function storedRow(row: unknown, seq: number): Message | null {
  const message = messageOrNull(row)
  if (message === null || message.seq > seq) return null
  return message.role === 'assistant' && (message.settledAt ?? 0) > seq ? null : message
}
