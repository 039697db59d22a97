import * as z from 'zod/mini'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'

/**
 * Which texts of instruction files the person lets models read, by the SHA-256 of their bytes: a file that changes is
 * asked about again. In no archive.
 */

const KEY = 'instruction-files'
/** The oldest decisions are asked for again. */
const MOST = 500
export type Decision = 'use' | 'ignore'
const Decisions = z.array(z.object({ sha: z.string(), decision: z.enum(['use', 'ignore']) }))

/** Rejects with DamagedRecord or a DOMException. */
export async function readDecisions(db: Database): Promise<Map<string, Decision>> {
  return new Map(parse(await db.get('settings', KEY)).map(({ sha, decision }) => [sha, decision]))
}

/** Rejects with DamagedRecord or a DOMException. */
export async function decideInstructions(db: Database, sha: string, decision: Decision): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite')
  const others = parse(await transaction.store.get(KEY)).filter((each) => each.sha !== sha)
  const value = [...others, { sha, decision }].slice(-MOST)
  await Promise.all([transaction.store.put({ key: KEY, value }), transaction.done])
}

function parse(row: { value: unknown } | undefined): z.infer<typeof Decisions> {
  if (row === undefined) return []
  const parsed = Decisions.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the decisions about instruction files', parsed.error)
  return parsed.data
}
