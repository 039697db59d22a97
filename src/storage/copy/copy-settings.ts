import * as z from 'zod/mini'
import { Project } from '../../settings/projects.ts'
import type { Database } from '../schema.ts'
import type { CopyFolder, SettingsSlot } from './copy-folder.ts'

/**
 * Settings that are worth a copy and hold no key: keys are sealed, and what opens them cannot leave the database. Each
 * is a whole key of the store, or the beginning of keys.
 */
const COPIED = ['preferences', 'provider:', 'mcp-server:', 'memory'] as const
/** A row that says that this database has what its copy had. */
const SETTLED = 'copied-settings'

const SettingsCopy = z.object({
  /** Counts the copies: the newest is read, and the other is overwritten. */
  turn: z._default(z.number(), 0),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })),
  projects: z.array(z.unknown()),
})

const isCopied = (key: string): boolean =>
  COPIED.some((name) => (name.endsWith(':') ? key.startsWith(name) : key === name))

/**
 * Replaces the older copy of the settings, once `restoreSettings` has brought back what there was: a kill in the middle
 * leaves the newer copy whole. Rejects with a DOMException.
 */
export async function copySettings(db: Database, folder: CopyFolder): Promise<void> {
  const [settings, projects] = await Promise.all([db.getAll('settings'), db.getAll('projects')])
  if (!settings.some(({ key }) => key === SETTLED)) return
  const newest = await newestCopy(folder)
  const copy = { turn: (newest?.turn ?? 0) + 1, settings: settings.filter(({ key }) => isCopied(key)), projects }
  const bytes = new TextEncoder().encode(JSON.stringify(copy))
  const file = await folder.openSettings(newest?.slot === 0 ? 1 : 0)
  try {
    file.cut(0)
    file.append(bytes)
  } finally {
    file.close()
  }
}

/**
 * Puts the copied settings into a database that has lost its own; settings that are there stay. False: nothing was
 * lost, or there is no copy. Rejects with a DOMException.
 */
export async function restoreSettings(db: Database, folder: CopyFolder): Promise<boolean> {
  if ((await db.getKey('settings', SETTLED)) !== undefined) return false
  const copy = await newestCopy(folder)
  const transaction = db.transaction(['settings', 'projects'], 'readwrite')
  const [settings, projects] = [transaction.objectStore('settings'), transaction.objectStore('projects')]
  const keys = new Set(await settings.getAllKeys())
  const ids = new Set(await projects.getAllKeys())
  for (const { key, value } of copy?.settings ?? [])
    if (isCopied(key) && !keys.has(key)) void settings.put({ key, value })
  for (const value of copy?.projects ?? []) {
    const project = Project.safeParse(value)
    if (project.success && !ids.has(project.data.id)) void projects.put(project.data)
  }
  void settings.put({ key: SETTLED, value: true })
  await transaction.done
  return copy !== undefined
}

async function newestCopy(
  folder: CopyFolder,
): Promise<(z.output<typeof SettingsCopy> & { slot: SettingsSlot }) | undefined> {
  const copies = []
  for (const slot of [0, 1] as const) {
    const file = await folder.openSettings(slot)
    const { data: copy } = SettingsCopy.safeParse(jsonIn(file.read()))
    file.close()
    if (copy !== undefined) copies.push({ ...copy, slot })
  }
  return copies.sort((a, b) => b.turn - a.turn)[0]
}

function jsonIn(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // it was torn
  }
}
