import { type Accessor, createSignal, onCleanup } from 'solid-js'

type FullScreen = {
  full: Accessor<boolean>
  toggle: () => void
  /** For the element. */
  hold: (element: HTMLElement) => void
}

/**
 * Shows one element over all others without moving it: a frame in it is not reloaded. Escape leaves, even if the frame
 * has the keys, because the browser handles it. Without browser support, or if the browser refuses, the element covers
 * the whole page instead.
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
