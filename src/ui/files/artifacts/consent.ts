/** Artifacts that the person let run, by path: each in its session only, with its later versions. */
const KEY = 'reflexor-artifacts'
const MAX = 200

type Runnable = { sessionId: string; path: string }

const wordOf = ({ sessionId, path }: Runnable): string => `${sessionId} all ${path}`

function load(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  } catch {
    // Storage is blocked or holds something else: nothing was allowed.
    return []
  }
}

export const mayRun = (artifact: Runnable): boolean => load().includes(wordOf(artifact))

/** False if it cannot be stored; then the question comes again next time. */
export function allowRun(artifact: Runnable): boolean {
  const word = wordOf(artifact)
  try {
    localStorage.setItem(KEY, JSON.stringify([...load().filter((known) => known !== word), word].slice(-MAX)))
    return true
  } catch {
    return false
  }
}
