import type { Message } from '../agent/message.ts'
import { readRows } from '../storage/read.ts'
import type { Database } from '../storage/schema.ts'

/** The words of a session's first row; '' where nothing was said, only pictures were sent, or it cannot be read. */
export function firstTextOf(row: Message | undefined): string {
  const block = row?.role === 'user' ? row.content.find(({ type }) => type === 'text') : undefined
  return block?.type === 'text' ? block.text : ''
}

/** The same, from storage. Rejects with a DOMException. */
export async function readFirstText(db: Database, sessionId: string): Promise<string> {
  return firstTextOf((await readRows(db, sessionId, 0, 1))?.messages[0])
}
