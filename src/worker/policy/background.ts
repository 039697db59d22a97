import type { Background, Config } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Database } from '../../storage/schema.ts'

/**
 * The context of a run besides its system prompt: the date, the person’s instructions, the memory. Fixed when the run
 * begins and stored with the session, so that a repeated request has the same text. null: nothing has changed.
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
 * "Monday 2026-03-09", in the local calendar. Only the date: a time of day would change the beginning of every request.
 */
function dayOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    `${part}`.padStart(2, '0'),
  )
  return `${WEEKDAYS[now.getDay()]} ${year}-${month}-${day}`
}
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type Code = typeof import('../../storage/settings/memory.ts')
/** How to wait for the code. */
type Loading = (code: () => Promise<Code>) => Promise<Code>

/** Most people have no memory: its code is loaded with the first note. */
async function remembered(db: Database, loading: Loading): Promise<string> {
  if ((await db.getKey('settings', 'memory')) === undefined) return ''
  return (await loading(() => import('../../storage/settings/memory.ts'))).readMemory(db)
}
