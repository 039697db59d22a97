import * as z from 'zod/mini'
import { Project } from '../../settings/projects.ts'
import type { Database } from '../schema.ts'
import type { CopyFolder } from './copy-folder.ts'

/**
 * Settings that are worth a copy and hold no key: keys are sealed, and what opens them cannot leave the database. Each is
 * a whole key of the store, or the beginning of keys.
 */
const COPIED = ['preferences', 'provider:', 'mcp-server:', 'memory', 'recurring'] as const

const SettingsCopy = z.object({
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })),
  projects: z.array(z.unknown()),
})

const isCopied = (key: string): boolean =>
  COPIED.some((name) => (name.endsWith(':') ? key.startsWith(name) : key === name))

/** Replaces the copy of the settings. Rejects with a DOMException. */
export async function copySettings(db: Database, folder: CopyFolder): Promise<void> {
  const [settings, projects] = await Promise.all([db.getAll('settings'), db.getAll('projects')])
  const copy = { settings: settings.filter(({ key }) => isCopied(key)), projects }
  const bytes = new TextEncoder().encode(JSON.stringify(copy))
  const file = await folder.openSettings()
  try {
    file.cut(0)
    file.append(bytes)
  } finally {
    file.close()
  }
}

/**
 * Puts the copied settings into a database that was made a moment ago; those that it has stay. Nothing happens if there
 * is no copy, or half of one. Rejects with a DOMException.
 */
export async function restoreSettings(db: Database, folder: CopyFolder): Promise<void> {
  const file = await folder.openSettings()
  const copy = SettingsCopy.safeParse(jsonIn(file.read()))
  file.close()
  if (!copy.success) return
  const transaction = db.transaction(['settings', 'projects'], 'readwrite')
  const [settings, projects] = [transaction.objectStore('settings'), transaction.objectStore('projects')]
  const keys = new Set(await settings.getAllKeys())
  const ids = new Set(await projects.getAllKeys())
  for (const { key, value } of copy.data.settings)
    if (isCopied(key) && !keys.has(key)) void settings.put({ key, value })
  for (const value of copy.data.projects) {
    const project = Project.safeParse(value)
    if (project.success && !ids.has(project.data.id)) void projects.put(project.data)
  }
  await transaction.done
}

function jsonIn(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // it was torn
  }
}
