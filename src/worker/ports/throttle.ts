/**
 * Lets the first call of each key through right away and later ones at most every `ms`, the latest last. For values
 * that replace each other, such as a tool's progress.
 */
export function throttled<Arguments extends [key: string, ...rest: unknown[]]>(
  ms: number,
  call: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const waiting = new Map<string, Arguments | null>()
  const later = (key: string): void => {
    const args = waiting.get(key)
    if (args === null || args === undefined) {
      waiting.delete(key)
      return
    }
    waiting.set(key, null)
    call(...args)
    setTimeout(() => later(key), ms)
  }
  return (...args) => {
    const [key] = args
    if (waiting.has(key)) {
      waiting.set(key, args)
      return
    }
    waiting.set(key, null)
    call(...args)
    setTimeout(() => later(key), ms)
  }
}
