import type { UsageRow, UsageView } from '../../protocol/usage.ts'
import { listHeads } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { dayOf, readUsage, usageOf } from '../../storage/usage/read-usage.ts'

/** The usage of all sessions or of one: a row for each day, session and model. */
export async function viewUsage(db: Database, now: number, of?: string): Promise<UsageView> {
  const [folds, { heads }] =
    of === undefined
      ? await Promise.all([readUsage(db), listHeads(db)])
      : [new Map([[of, await usageOf(db, of)]]), { heads: [] }]
  const titles = new Map(heads.map(({ sessionId, title }) => [sessionId, title || 'Untitled']))
  const rows: UsageRow[] = []
  for (const [sessionId, { days }] of folds)
    for (const [day, models] of Object.entries(days))
      for (const [key, totals] of Object.entries(models)) {
        const [providerId = '', model = ''] = JSON.parse(key) as string[]
        rows.push({ day, sessionId, session: titles.get(sessionId) ?? null, providerId, model, ...totals })
      }
  return { rows, today: dayOf(now) }
}
