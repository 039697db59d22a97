import { onCleanup } from 'solid-js'
import { topDialog } from '../../base/kit/open-dialogs.ts'

/** Handles Ctrl or Cmd with P: the browser's own print would print only what is in view. */
export function listenForPrinting(print: () => void): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.shiftKey || topDialog() !== null) return
    if (event.ctrlKey === event.metaKey || event.key.toLowerCase() !== 'p') return
    event.preventDefault()
    print()
  }
  document.addEventListener('keydown', onKey)
  onCleanup(() => document.removeEventListener('keydown', onKey))
}
