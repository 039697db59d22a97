import { isComposing } from '../../base/kit/is-composing.ts'

/**
 * Down and Up move from the box to the links and back, Home and End to the first and last, Escape closes the dialog;
 * other typing goes into the box. `all`: creates the missing links before the last one is left, or is asked for.
 */
export function moveByArrows(
  event: KeyboardEvent & { currentTarget: HTMLElement },
  box: HTMLInputElement | undefined,
  all: () => void,
): void {
  if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || box === undefined) return
  const list = event.currentTarget
  const linksNow = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('a')]
  let links = linksNow()
  const place = links.indexOf(document.activeElement as HTMLElement)
  const go = (to: HTMLElement | undefined): void => {
    event.preventDefault()
    ;(to ?? box).focus()
  }
  if (place >= 0 && (event.key === 'End' || (event.key === 'ArrowDown' && place === links.length - 1))) {
    all()
    links = linksNow()
  }
  // else the browser clears the box first
  if (event.key === 'Escape') {
    event.preventDefault()
    box.closest('dialog')?.close()
  } else if (event.key === 'ArrowDown') go(links[Math.min(place + 1, links.length - 1)])
  else if (event.key === 'ArrowUp' && place >= 0) go(links[place - 1])
  else if (event.key === 'Home' && place >= 0) go(links[0])
  else if (event.key === 'End' && place >= 0) go(links.at(-1))
  else if (event.key === 'Enter' && document.activeElement === box) links[0]?.click()
  else if (place >= 0 && (event.key.length === 1 || event.key === 'Backspace')) box.focus()
}
