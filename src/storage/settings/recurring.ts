import { MOST_RECURRING, type Recurring, RecurringList } from '../../settings/recurring.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'

/** Recurring tasks of this device: one row, not session state. */

/** `worker/writer/open-recurring.ts` looks for it. */
const KEY = 'recurring'

export async function readRecurring(db: Database): Promise<Recurring[]> {
  return parse(await db.get('settings', KEY))
}

/** Changes the list in one transaction. `change` returns null to leave it; then so does this. */
export async function changeRecurring(
  db: Database,
  change: (list: Recurring[]) => Recurring[] | null,
): Promise<Recurring[] | null> {
  const transaction = db.transaction('settings', 'readwrite')
  const next = change(parse(await transaction.store.get(KEY)))
  const write = next === null ? undefined : transaction.store.put({ key: KEY, value: next })
  await Promise.all([write, transaction.done])
  return next
}

/** `full`: there are too many. A repeat with the same id, after a crash, changes nothing. */
export async function addRecurring(db: Database, recurring: Recurring): Promise<'added' | 'full'> {
  const next = await changeRecurring(db, (list) => {
    if (list.some(({ id }) => id === recurring.id)) return list
    return list.length >= MOST_RECURRING ? null : [...list, recurring]
  })
  return next === null ? 'full' : 'added'
}

function parse(row: { value: unknown } | undefined): Recurring[] {
  if (row === undefined) return []
  const parsed = RecurringList.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the recurring tasks', parsed.error)
  return parsed.data
}
