import { createSignal } from 'solid-js'

/** Where a session that is about to be opened should be looked at: where its variants part. */
const [aim, setAim] = createSignal<{ id: string; n: number } | null>(null)

export { setAim }

/** The row that session `id` is opened at; null: its end. It counts once. */
export function takeAim(id: string): number | null {
  const now = aim()
  setAim(null)
  return now?.id === id ? now.n : null
}
