import { createComputed, createSignal, on } from 'solid-js'
import { exceptPrivate } from '../../base/kit/private-storage.ts'

const storage = exceptPrivate(sessionStorage)

const nameOf = (key: string): string => `reflexor:kept:${key}`

export const forgetKeptText = (key: string): void => storage.removeItem(nameOf(key))

/** Whether text is kept under this key now. */
export const hasKeptText = (key: string): boolean => storage.getItem(nameOf(key)) !== null

/**
 * Unfinished text outside the composer's box, in sessionStorage: restored after a reload, and when its row of the
 * virtual list comes back. null: nothing is being written. Text that the browser does not store lives as long as the
 * component. `key` may change: then it means other text.
 */
export function createKeptText(key: () => string): [() => string | null, (text: string | null) => void] {
  const kept = (): string | null => storage.getItem(nameOf(key()))
  const [text, setText] = createSignal(kept())
  createComputed(on(key, () => setText(kept()), { defer: true }))
  const keep = (value: string | null): void => {
    const name = nameOf(key())
    setText(value)
    storage.removeItem(name)
    if (value === null) return
    try {
      storage.setItem(name, value)
    } catch {
      // too long for sessionStorage
    }
  }
  return [text, keep]
}
