import { type Accessor, createSignal, onCleanup } from 'solid-js'

/** Whether a media query matches; reactive. */
export function createMedia(query: string): Accessor<boolean> {
  const list = matchMedia(query)
  const [holds, setHolds] = createSignal(list.matches)
  const update = (): void => void setHolds(list.matches)
  list.addEventListener('change', update)
  onCleanup(() => list.removeEventListener('change', update))
  return holds
}

/** Sessions are a drawer below this width, and on a phone on its side; files below the second width. */
export const NARROW = '(max-width: 799px), (max-height: 479px) and (max-width: 959px)'
export const NO_ROOM_FOR_FILES = '(max-width: 1119px)'
