import { keepFocus } from './keep-focus.ts'

/**
 * The pressed button takes its line out of its list: the focus goes to the line that has its place then, or to the last
 * one. Which control there: the first that `which` names. `otherwise`: where it goes when no line is left.
 */
export function keepInList(pressed: HTMLElement, which = 'button', otherwise?: () => HTMLElement | undefined): void {
  const line = pressed.closest('li')
  const list = line?.parentElement
  if (!line || !list) return
  const place = [...list.children].indexOf(line)
  keepFocus(pressed, () => {
    // with its last line the list itself may be gone
    const lines = list.isConnected ? [...list.children] : []
    const next = lines[Math.min(place, lines.length - 1)]
    return next?.querySelector<HTMLElement>(which) ?? otherwise?.() ?? null
  })
}
