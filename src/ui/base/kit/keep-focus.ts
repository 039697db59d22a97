import { topDialog } from './open-dialogs.ts'

/** Frames to wait for a removed element to leave the page, which happens once the removal is on disk. */
const FRAMES = 180

/**
 * Keeps the focus when the focused element is about to be removed: it moves to what `next` returns by then, else to the
 * top dialog or the main part. Never to the body, from which Tab starts at the top of the page.
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
