import type { Background, Config } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Database } from '../../storage/schema.ts'

/**
 * What a run is told besides its system prompt: the day, the person's instructions, what they had remembered. As it is when the run begins,
 * and kept with the session, so that an asking is asked again with the same words. null: nothing has changed.
 */
export async function backgroundChanges(
  db: Database,
  { background: before }: Pick<Config, 'background'>,
  { instructions, memory }: Preferences,
  now = new Date(),
): Promise<Pick<Config, 'background'> | null> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  // the day alone: a time of day would change the beginning of every request
  const date = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(now)
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' }).format(now)
  const background: Background = {
    date: `${weekday} ${date}`,
    zone,
    instructions,
    memory: memory ? await remembered(db) : null,
  }
  return JSON.stringify(before) === JSON.stringify(background) ? null : { background }
}

/** Most people have nothing remembered: the code for it comes with the first note. */
async function remembered(db: Database): Promise<string> {
  if ((await db.getKey('settings', 'memory')) === undefined) return ''
  return (await import('../../storage/settings/memory.ts')).readMemory(db)
}
