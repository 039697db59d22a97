import { createSignal } from 'solid-js'

/**
 * The modal dialogs that are open, oldest first. Everything outside the last one can be neither seen well nor reached.
 */
const [dialogs, setDialogs] = createSignal<readonly HTMLDialogElement[]>([])

/** Where a person can look and press now; null: the page itself. Reactive. */
export const topDialog = (): HTMLDialogElement | null => dialogs().at(-1) ?? null

/** Returns what says that it is closed. */
export function dialogOpened(dialog: HTMLDialogElement): () => void {
  setDialogs((open) => [...open, dialog])
  return () => setDialogs((open) => open.filter((other) => other !== dialog))
}
