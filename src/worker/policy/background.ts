import type { Background, Config } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Database } from '../../storage/schema.ts'

/**
 * What a run is told besides its system prompt: the day, the person's instructions, what they had remembered. As it is
 * when the run begins, and kept with the session, so that an asking is asked again with the same words. null: nothing
 * has changed.
 */
export async function backgroundChanges(
  db: Database,
  { background: before }: Pick<Config, 'background'>,
  { instructions, memory }: Preferences,
  loading: Loading,
  now = new Date(),
): Promise<Pick<Config, 'background'> | null> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const background: Background = {
    date: dayOf(now),
    zone,
    instructions,
    memory: memory ? await remembered(db, loading) : null,
  }
  return JSON.stringify(before) === JSON.stringify(background) ? null : { background }
}

/**
 * "Monday 2026-03-09", of the calendar here. The day alone: a time of day would change the beginning of every request.
 */
function dayOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    `${part}`.padStart(2, '0'),
  )
  return `${WEEKDAYS[now.getDay()]} ${year}-${month}-${day}`
}
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type Code = typeof import('../../storage/settings/memory.ts')
/** How its code is waited for. */
type Loading = (code: () => Promise<Code>) => Promise<Code>

/** Most people have nothing remembered: the code for it comes with the first note. */
async function remembered(db: Database, loading: Loading): Promise<string> {
  if ((await db.getKey('settings', 'memory')) === undefined) return ''
  return (await loading(() => import('../../storage/settings/memory.ts'))).readMemory(db)
}
