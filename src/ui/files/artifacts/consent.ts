/**
 * Artifacts that the person let run, each in its session only: one version, by its content, so that a changed page asks
 * again; or all versions of a page, if the person chose that.
 */
const KEY = 'reflexor-artifacts'
const MAX = 200

type Runnable = { sessionId: string; path: string; blob: string }

const thisOne = ({ sessionId, blob }: Runnable): string => `${sessionId} ${blob}`
const eachOne = ({ sessionId, path }: Runnable): string => `${sessionId} all ${path}`

function load(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  } catch {
    // Storage is blocked or holds something else: nothing was allowed.
    return []
  }
}

export function mayRun(artifact: Runnable): boolean {
  const known = load()
  return known.includes(thisOne(artifact)) || known.includes(eachOne(artifact))
}

/** `later`: later versions, too. False if it cannot be stored; then the question comes again next time. */
export function allowRun(artifact: Runnable, later: boolean): boolean {
  const word = later ? eachOne(artifact) : thisOne(artifact)
  try {
    localStorage.setItem(KEY, JSON.stringify([...load().filter((known) => known !== word), word].slice(-MAX)))
    return true
  } catch {
    return false
  }
}
