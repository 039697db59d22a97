/**
 * Moves the focus of a dialog from Close to its main element, which did not exist when the dialog opened. Does nothing
 * outside a dialog, or if the person has moved the focus.
 */
export function beginAt(element: HTMLElement | undefined): void {
  const head = element?.closest('dialog')?.querySelector('.dialog-head')
  if (head?.contains(document.activeElement)) element?.focus({ preventScroll: true })
}
