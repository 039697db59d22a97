/**
 * Gives the focus of a dialog to what it is for, which was not there when it opened: until then Close had it. Whoever
 * has gone elsewhere stays there, and outside of a dialog nothing happens.
 */
export function beginAt(element: HTMLElement | undefined): void {
  const head = element?.closest('dialog')?.querySelector('.dialog-head')
  if (head?.contains(document.activeElement)) element?.focus({ preventScroll: true })
}
