import { createSignal, onCleanup } from 'solid-js'

/**
 * Milliseconds for which a button must be still before it can be pressed: a click in progress was meant for what was
 * there before.
 */
const STILL = 500
/** Milliseconds between two looks, and pixels that it may move between them. */
const LOOK = 100
const MOVE = 4

export type Arming = {
  /** Attach to the element that contains the buttons. */
  watch: (element: HTMLElement) => void
  /** For `aria-disabled`: a button that is not armed looks so, and keeps its focus. */
  unarmed: () => boolean
  /** Does it when armed; before, a press does nothing but count as early. */
  press: (act: () => void) => () => void
  /** The last press came too early, and did nothing: the person is to be told (EarlyPress.tsx). */
  early: () => boolean
}

/**
 * Buttons that decide arm half a second after they have appeared, come back into sight or moved. Call it in a
 * component.
 */
export function createArming(): Arming {
  const [armed, setArmed] = createSignal(false)
  const [early, setEarly] = createSignal(false)
  let element: HTMLElement | undefined
  let place = ''
  let since = performance.now()
  const look = (): void => {
    const { left = 0, top = 0, width = 0 } = element?.getBoundingClientRect() ?? {}
    const now = [left, top, width].map((edge) => Math.round(edge / MOVE)).join()
    const still = document.visibilityState === 'visible' && width > 0 && now === place
    place = now
    if (!still) since = performance.now()
    setArmed(still && performance.now() - since >= STILL)
  }
  const timer = setInterval(look, LOOK)
  document.addEventListener('visibilitychange', look)
  onCleanup(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  })
  return {
    watch: (held) => {
      element = held
    },
    unarmed: () => !armed(),
    press: (act) => () => {
      // it may have moved since the last look
      look()
      setEarly(!armed())
      if (armed()) act()
    },
    early,
  }
}
