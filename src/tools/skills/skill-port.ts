/** The skills that a session may read: those that are on, and our own. */
export type Skills = {
  /** `others`: paths of all files of the skill. null: there is no such skill, or it is off. */
  read: (name: string, path: string) => Promise<{ bytes: Uint8Array<ArrayBuffer> | null; others: string[] } | null>
}

/** Where the model finds skills. Paths below it are no paths of the workspace. */
export const SKILLS = '/skills/'

/** `/skills/name/path` in parts; null: not a path below `/skills`. */
export function skillPlace(path: string): { name: string; path: string } | null {
  if (!path.startsWith(SKILLS)) return null
  const [name = '', ...rest] = path.slice(SKILLS.length).split('/')
  return { name, path: rest.join('/') }
}
