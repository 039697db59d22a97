import { t } from '../../base/words/t.ts'

/**
 * Running imports, noted where the page finds them after a reload, which ends them: the person learns how far they got.
 */

const PREFIX = 'reflexor:import:'
const lockOf = (id: string): string => `reflexor-import:${id}`

/** `of`: null until it is known. `copies`: imports copies of sessions that are here already. */
export type NotedImport = { name: string; done: number; of: number | null; copies: boolean; told?: boolean }
type Course = Pick<NotedImport, 'done' | 'of'>

/** Notes an import for as long as `work` takes. `work` gets a function that notes the progress. */
export async function noted<Result>(
  id: string,
  { name, copies }: Pick<NotedImport, 'name' | 'copies'>,
  work: (note: (course: Course) => void) => Promise<Result>,
): Promise<Result> {
  let ended = false
  const note = ({ done, of }: Course): void => {
    if (!ended) write(id, { name, copies, done, of })
  }
  const run = async (): Promise<Result> => {
    note({ done: 0, of: null })
    try {
      return await work(note)
    } finally {
      ended = true
      localStorage.removeItem(PREFIX + id)
    }
  }
  return navigator.locks === undefined ? run() : navigator.locks.request(lockOf(id), run)
}

/** The imports whose page is gone, with a sentence each. */
export async function stoppedImports(): Promise<{ id: string; words: string; told: boolean }[]> {
  const ids = Object.keys(localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []))
  if (ids.length === 0 || navigator.locks === undefined) return []
  const { held = [] } = await navigator.locks.query()
  const alive = new Set(held.map(({ name }) => name))
  return ids.flatMap((id) => {
    const found = alive.has(lockOf(id)) ? null : read(id)
    return found === null ? [] : [{ id, words: wordsOf(found), told: found.told === true }]
  })
}

/** Its notice was shown; it stays listed where imports are started. */
export function setTold(id: string): void {
  const found = read(id)
  if (found !== null) write(id, { ...found, told: true })
}

export const forgetStopped = (id: string): void => localStorage.removeItem(PREFIX + id)

function wordsOf({ name, done, of, copies }: NotedImport): string {
  if (copies)
    return t(
      'Copying from {name} stopped because the page was reloaded or closed. The finished copies are here. If you import it again and ask for copies, you get a new copy of each.',
      { name },
    )
  return of === null
    ? t('Importing {name} stopped because the page was reloaded or closed. Import it again.', { name })
    : t(
        'Importing {name} stopped at {done} of {of} conversations because the page was reloaded or closed. Import it again to get the rest. Nothing is imported twice.',
        { name, done, of },
      )
}

function write(id: string, value: NotedImport): void {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(value))
  } catch {
    // full storage: a reload ends the import without a notice
  }
}

function read(id: string): NotedImport | null {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + id) ?? 'null') as Partial<NotedImport> | null
    return typeof value?.name === 'string' && typeof value.done === 'number'
      ? {
          name: value.name,
          done: value.done,
          of: value.of ?? null,
          copies: value.copies === true,
          told: value.told === true,
        }
      : null
  } catch {
    return null
  }
}
