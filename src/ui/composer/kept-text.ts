import { createComputed, createSignal, on } from 'solid-js'

const nameOf = (key: string): string => `reflexor:kept:${key}`

export const forgetKeptText = (key: string): void => sessionStorage.removeItem(nameOf(key))

/** Whether something is kept under this key now. */
export const hasKeptText = (key: string): boolean => sessionStorage.getItem(nameOf(key)) !== null

/**
 * Half-written words outside the composer's box, in sessionStorage: there again after a reload, and when their row of the virtual list
 * comes back. null: nothing is being written. What the browser will not keep lives as long as the component. `key` may change: then it is about
 * other words.
 */
export function createKeptText(key: () => string): [() => string | null, (text: string | null) => void] {
  const kept = (): string | null => sessionStorage.getItem(nameOf(key()))
  const [text, setText] = createSignal(kept())
  createComputed(on(key, () => setText(kept()), { defer: true }))
  const keep = (value: string | null): void => {
    const name = nameOf(key())
    setText(value)
    sessionStorage.removeItem(name)
    if (value === null) return
    try {
      sessionStorage.setItem(name, value)
    } catch {
      // too long for it
    }
  }
  return [text, keep]
}
