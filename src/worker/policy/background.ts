import type { Background, Config } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Database } from '../../storage/schema.ts'

/**
 * The context of a run besides its system prompt: the date, the person’s instructions, the memory, the skills. Fixed
 * when the run begins and stored with the session, so that a repeated request has the same text. `activeAt`: the last
 * time that the session did something; null: it is new. `projectId`: the project that it belongs to; `files`: its
 * instruction files. null: nothing has changed.
 */
export async function backgroundChanges(
  db: Database,
  { background: before }: Pick<Config, 'background'>,
  { instructions, memory }: Preferences,
  loading: Loading,
  activeAt: number | null,
  now = new Date(),
  projectId?: string,
  files: Background['files'] = undefined,
): Promise<Pick<Config, 'background'> | null> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const project = projectId === undefined ? null : await projectBackground(db, projectId, memory, loading)
  const fresh: Background = {
    date: hourOf(now),
    zone,
    instructions,
    memory: memory ? await remembered(db, loading) : null,
    ...(project && { project }),
    ...(files && files.length > 0 && { files }),
    ...(await skillsOf(db, loading)),
  }
  if (before === undefined) return { background: fresh }
  const isRecent = activeAt !== null && now.getTime() - activeAt < CACHED
  const background = isRecent && differsByHour(before, fresh) ? before : fresh
  return JSON.stringify(before) === JSON.stringify(background) ? null : { background }
}

/** In ms: how long a provider may keep the beginning of a conversation, which a new hour would change. */
const CACHED = 60 * 60_000

const differsByHour = (before: Background, fresh: Background): boolean =>
  JSON.stringify({ ...before, date: '' }) === JSON.stringify({ ...fresh, date: '' }) &&
  dayIn(before.date) === dayIn(fresh.date)

const dayIn = (date: string): string => date.split(',')[0] ?? ''

/** "Monday 2026-03-09, after 14:00", in the local calendar. */
function hourOf(now: Date): string {
  const [year, month, day, hour] = [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours()].map((part) =>
    `${part}`.padStart(2, '0'),
  )
  return `${WEEKDAYS[now.getDay()]} ${year}-${month}-${day}, after ${hour}:00`
}
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** How to wait for code. */
type Loading = <Code>(code: () => Promise<Code>) => Promise<Code>

/** Most people have no memory: its code is loaded with the first note. */
async function remembered(db: Database, loading: Loading): Promise<string> {
  if ((await db.getKey('settings', 'memory')) === undefined) return ''
  return (await loading(() => import('../../storage/settings/memory.ts'))).readMemory(db)
}

/** null: the project is not on this device, or was deleted. */
async function projectBackground(
  db: Database,
  id: string,
  memory: boolean,
  loading: Loading,
): Promise<NonNullable<Background['project']> | null> {
  if ((await db.getKey('projects', id)) === undefined) return null
  const project = await (await loading(() => import('../../storage/projects/projects.ts'))).readProject(db, id)
  if (project === null) return null
  return { name: project.name, instructions: project.instructions, memory: memory ? project.memory : null }
}

/** Most people have no skill that is on: their code is loaded with the first. */
async function skillsOf(db: Database, loading: Loading): Promise<Pick<Background, 'skills'>> {
  if ((await db.getKey('settings', 'skills')) === undefined) return {}
  const skills = await (await loading(() => import('../../storage/settings/skills.ts'))).toldSkills(db)
  return skills.length === 0 ? {} : { skills }
}
