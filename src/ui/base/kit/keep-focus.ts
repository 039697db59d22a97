import { topDialog } from './open-dialogs.ts'

/** Frames in which what was pressed away leaves the page: it does when that is on disk. */
const FRAMES = 180

/**
 * What holds the focus is about to go. When it has, and has taken the focus with it, that goes to what `next` names by
 * then, else to where one is: the dialog on top, or the main part. Never to the body, from which Tab begins at the top
 * of the page.
 */
export function keepFocus(gone: Element | null, next: () => HTMLElement | null, frames = FRAMES): void {
  if (gone?.isConnected) {
    if (frames > 0) requestAnimationFrame(() => keepFocus(gone, next, frames - 1))
    return
  }
  if (document.activeElement !== document.body) return
  const place = next() ?? topDialog() ?? document.getElementById('main')
  place?.focus({ preventScroll: true })
}
