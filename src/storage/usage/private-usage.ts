import { addTotals, NO_TOTALS } from '../../agent/usage-totals.ts'
import type { Database } from '../schema.ts'
import { NO_USAGE, type UsageFold } from './fold-usage.ts'
import { dayOf, readUsage, usageKey } from './read-usage.ts'
import { OUTSIDE, spentToday } from './spent-today.ts'

/**
 * The limit of a day counts private sessions, too. So the sums of a private memory (tokens and money by day and model,
 * no words) are kept beside the usage of removed sessions, and the memory knows what was spent outside of it.
 */

/** `name`: of the memory. Rejects with a DOMException. */
export async function balanceUsage(disk: Database, memory: Database, name: string, now: number): Promise<void> {
  const folds = await readUsage(memory)
  folds.delete(OUTSIDE)
  const own = [...folds.values()].reduce(sum, NO_USAGE)
  if (Object.keys(own.days).length > 0) await disk.put('settings', { key: usageKey(name), value: own })
  const day = dayOf(now)
  const mine = Object.values(own.days[day] ?? {}).reduce((all, { cost }) => all + cost, 0)
  const others = Math.max(0, (await spentToday(disk, now)) - mine)
  const value: UsageFold = { ...NO_USAGE, seq: now, days: { [day]: { '["",""]': { ...NO_TOTALS, cost: others } } } }
  await memory.put('settings', { key: usageKey(OUTSIDE), value })
}

/** `seq` grows with either, so that the newer of two sums is known. */
function sum(one: UsageFold, other: UsageFold): UsageFold {
  const days = structuredClone(one.days)
  for (const [day, models] of Object.entries(other.days)) {
    const into = days[day] ?? {}
    for (const [model, used] of Object.entries(models)) {
      const before = into[model]
      into[model] = before === undefined ? used : addTotals(before, used)
    }
    days[day] = into
  }
  return { ...NO_USAGE, seq: one.seq + other.seq, days }
}
