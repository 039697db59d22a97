/**
 * Which artifacts the person let run, each in its session alone: one version, by the content that it had then, so that a changed page asks
 * again; or, where they said so, a page in all of its versions.
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
    // storage is blocked or holds something else: nobody agreed to anything
    return []
  }
}

export function mayRun(artifact: Runnable): boolean {
  const known = load()
  return known.includes(thisOne(artifact)) || known.includes(eachOne(artifact))
}

/** `later`: later versions, too. False where it cannot be kept; then the question comes again next time. */
export function allowRun(artifact: Runnable, later: boolean): boolean {
  const word = later ? eachOne(artifact) : thisOne(artifact)
  try {
    localStorage.setItem(KEY, JSON.stringify([...load().filter((known) => known !== word), word].slice(-MAX)))
    return true
  } catch {
    return false
  }
}
