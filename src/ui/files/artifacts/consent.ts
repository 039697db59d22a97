/** Which artifacts the person let run, by the content they had then: a changed page asks again. */
const KEY = 'reflexor-artifacts'
const MAX = 200

function load(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  } catch {
    // storage is blocked or holds something else: nobody agreed to anything
    return []
  }
}

export const mayRun = (blob: string): boolean => load().includes(blob)

/** False where it cannot be kept; then the question comes again next time. */
export function allowRun(blob: string): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify([...load().filter((known) => known !== blob), blob].slice(-MAX)))
    return true
  } catch {
    return false
  }
}
