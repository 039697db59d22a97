import * as z from 'zod/mini'
import type { Database } from './schema.ts'
import { type Refusal, type Written, writerTransaction } from './writer-transaction.ts'

/**
 * What was said of commands that left nothing in a journal. Every tab sends what stands in the outbox when it opens, so that a copy may come late:
 * without this it would be tried anew, and might be done after its person has heard that it was not.
 */

/** `refused`: why, in words for the person; null: it no longer applied. */
const ToldAnswer = z.object({ id: z.string(), refused: z.nullable(z.string()) })
export type ToldAnswer = z.infer<typeof ToldAnswer>

const ToldRow = z.object({ answers: z.array(ToldAnswer) })

/** Copies come within seconds; of answers before these nothing is known any more. */
const KEPT = 100

/** Oldest first; none where the row is damaged. Rejects with a DOMException. */
export async function readTold(db: Database): Promise<ToldAnswer[]> {
  return answersIn(await db.get('meta', 'told'))
}

/** Adds one, and forgets the oldest. Never rejects. */
export function keepTold(db: Database, epoch: number, answer: ToldAnswer): Promise<Written<void> | Refusal> {
  return writerTransaction(
    db,
    { epoch, sessionId: null, stores: ['meta'] },
    ({ store, results: [row] }) => {
      store('meta').put({ key: 'told', answers: [...answersIn(row), answer].slice(-KEPT) })
    },
    { reads: (store) => [store('meta').get('told')] },
  )
}

const answersIn = (row: unknown): ToldAnswer[] => {
  const parsed = ToldRow.safeParse(row)
  return parsed.success ? parsed.data.answers : []
}
