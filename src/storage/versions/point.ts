import type { Message } from '../../agent/message.ts'
import { parseHead, parseMessage } from '../parse-rows.ts'
import type { Database } from '../schema.ts'

/** Where a branch begins: with the first `count` rows, as everything was at `seq`. */
export type Point = { seq: number; count: number }

/**
 * The point at which only the first `count` rows existed: the stamp of the row after them or, if the last of them ended
 * later, of its end. The branch itself removes rows that joined with that same input. null: there is no such session,
 * or it has fewer rows. Rejects with DamagedRecord or a DOMException.
 */
export async function pointBefore(db: Database, sessionId: string, count: number): Promise<Point | null> {
  const transaction = db.transaction(['sessions', 'messages'])
  const rows = transaction.objectStore('messages')
  const [headRow, last, next] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    count === 0 ? undefined : rows.get([sessionId, count - 1]),
    rows.get([sessionId, count]),
  ])
  if (headRow === undefined) return null
  const head = parseHead(headRow)
  if (count > head.count) return null
  if (count === head.count) return { seq: head.seq, count }
  const ended = last === undefined ? 0 : endOf(parseMessage(last, count - 1))
  return { seq: Math.max(parseMessage(next, count).seq, ended), count }
}

const endOf = (row: Message): number => (row.role === 'assistant' ? (row.settledAt ?? 0) : 0)
