import { type Accessor, createSignal, onCleanup } from 'solid-js'

type FullScreen = {
  full: Accessor<boolean>
  toggle: () => void
  /** For the element. */
  hold: (element: HTMLElement) => void
}

/**
 * One element over all else, without leaving its place: a frame in it is not loaded anew. Escape leaves, also where the keys go to the frame,
 * since the browser sees to that. Where it does not have it or refuses, the element lies over the whole page instead.
 */
export function createFullScreen(): FullScreen {
  const [full, setFull] = createSignal(false)
  let held: HTMLElement | undefined
  const isOver = (): boolean => held?.hasAttribute('popover') === true
  const look = (): void => void setFull(isOver() || (held !== undefined && document.fullscreenElement === held))
  const leave = (): void => {
    if (isOver()) held?.hidePopover()
    else void document.exitFullscreen()
  }
  const lay = (): void => {
    if (!held?.isConnected) return
    held.popover = 'auto'
    held.showPopover()
    look()
  }
  const enter = async (): Promise<void> => {
    try {
      await held?.requestFullscreen()
    } catch {
      lay()
    }
  }
  const onToggle = (event: Event): void => {
    if ((event as ToggleEvent).newState !== 'closed' || event.target !== held) return
    held?.removeAttribute('popover')
    look()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !full()) return
    if (event.target instanceof Element && event.target.closest('dialog')) return
    event.preventDefault()
    leave()
  }
  document.addEventListener('fullscreenchange', look)
  onCleanup(() => document.removeEventListener('fullscreenchange', look))
  return {
    full,
    toggle: () => (full() ? leave() : void enter()),
    hold: (element) => {
      held = element
      element.addEventListener('toggle', onToggle)
      element.addEventListener('keydown', onKey)
    },
  }
}
