import { type Head, lastActive, runOf } from '../../agent/head.ts'
import { isBusyStatus, status } from '../../agent/status.ts'
import { addTotals } from '../../agent/usage-totals.ts'
import type { Used } from '../../protocol/context.ts'
import type { Database } from '../../storage/schema.ts'
import { usageOf } from '../../storage/usage/read-usage.ts'

/** The usage of one session, and of its current run. Rejects with a DOMException. */
export async function usedBy(db: Database, head: Head): Promise<Used> {
  const [{ days }, began] = await Promise.all([
    usageOf(db, head.sessionId),
    // a run is named after the input that started it
    db.get('journal', [head.sessionId, runOf(head)]),
  ])
  const models = new Map<string, Used['models'][number]>()
  for (const [key, totals] of Object.values(days).flatMap((day) => Object.entries(day))) {
    const [providerId = '', model = ''] = JSON.parse(key) as string[]
    const before = models.get(key)
    models.set(key, { providerId, model, ...(before === undefined ? totals : addTotals(before, totals)) })
  }
  return {
    models: [...models.values()],
    run:
      began === undefined
        ? null
        : {
            from: began.timestamp,
            until: isBusyStatus(status(head)) ? null : Math.max(began.timestamp, lastActive(head)),
            tokens: head.run.tokens,
            cost: head.run.cost,
          },
  }
}
