import type { Message } from '../../../agent/message.ts'
import { DamagedRecord } from '../../fault.ts'
import { listHeads, rowsAt } from '../../read.ts'
import type { Database } from '../../schema.ts'
import { beganAt, inTurns } from './as-session.ts'
import type { Conversation } from './conversation.ts'

/**
 * Recognises conversations that an earlier import brought, under any name: after an interrupted import, the person
 * imports the same file again. Two conversations match if they began at the same time, have the same length, and the
 * same first and last words. A conversation without a time is always new, as is a conversation that was deleted here.
 * Each session here matches one conversation; the result is its id.
 */
export async function makeAlreadyHere(db: Database): Promise<(conversation: Conversation) => Promise<string | null>> {
  const here = new Map<string, string[]>()
  for (const { sessionId, recorded, deletedAt, createdAt, count } of (await listHeads(db)).heads) {
    if (recorded !== true || deletedAt !== null) continue
    const key = keyOf(createdAt, count)
    here.set(key, [...(here.get(key) ?? []), sessionId])
  }
  return async (conversation) => {
    const began = beganAt(conversation)
    const turns = inTurns(conversation.said)
    const [first, last] = [turns[0]?.text, turns.at(-1)?.text]
    const ids = here.get(keyOf(began ?? Number.NaN, turns.length))
    for (const [place, id] of (ids ?? []).entries()) {
      const rows = await readEnds(db, id, turns.length)
      if (textOf(rows[0]) !== first || textOf(rows.at(-1)) !== last) continue
      ids?.splice(place, 1)
      return id
    }
    return null
  }
}

const keyOf = (began: number, count: number): string => `${began} ${count}`

/** An unreadable session matches nothing: the conversation is imported again. */
async function readEnds(db: Database, sessionId: string, count: number): Promise<Message[]> {
  try {
    return await rowsAt(db, sessionId, [0, count - 1])
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error
    return []
  }
}

const textOf = (row: Message | undefined): string | undefined =>
  row?.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
