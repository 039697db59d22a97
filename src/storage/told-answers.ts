import * as z from 'zod/mini'
import type { Database } from './schema.ts'
import { type Refusal, type Written, writerTransaction } from './writer-transaction.ts'

/**
 * Answers to commands that left nothing in a journal. Every tab sends the outbox when it opens, so a copy may come
 * late. Without these answers it would be tried again, and might be carried out after the person has read that it was
 * not.
 */

const Fact = z.object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) })
/**
 * `refused`: null: the command no longer applied; else the reason in words, as older versions wrote and read it.
 * `refusal`: the reason as a fact.
 */
const ToldAnswer = z.object({ id: z.string(), refused: z.nullable(z.string()), refusal: z.optional(Fact) })
export type ToldAnswer = z.infer<typeof ToldAnswer>

const ToldRow = z.object({ answers: z.array(ToldAnswer) })

/** Copies come within seconds; older answers are forgotten. */
const KEPT = 100

/** Oldest first; empty if the row is damaged. Rejects with a DOMException. */
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
