import { type Accessor, createMemo, createSignal } from 'solid-js'

type List = {
  lines: Accessor<readonly string[]>
  /** Whether a line can have the focus; a heading cannot. */
  isStop: (line: string) => boolean
  open: Accessor<string | null>
  /** Scrolls line `place` into view. */
  reveal: (place: number) => void
  /** Selector of the element in a line that takes the focus. */
  target?: string
}

/** Most frames until a line that scrolls into view is in the page. */
const FRAMES = 12
const STOP = '.session-link, button.session-group'

/**
 * The list is one Tab stop: at the line that had the focus last, else the open session's, else the first. Up, Down,
 * Home and End move in it, Right goes to a session's actions and Left comes back. Lines carry their name as
 * `data-line`.
 */
export function createRoving({ lines, isStop, open, reveal, target = STOP }: List) {
  const [last, setLast] = createSignal<string | null>(null)
  const stops = createMemo(() => lines().filter(isStop))
  const stop = createMemo(() => {
    const all = stops()
    return [last(), open()].find((name) => name !== null && all.includes(name)) ?? all[0] ?? null
  })
  const lineOf = (at: EventTarget | null): HTMLElement | null =>
    at instanceof Element ? at.closest<HTMLElement>('[data-line]') : null
  /**
   * The list adds a line to the page some frames after the request, and may recreate it then, which loses the focus.
   */
  const focusLine = (list: HTMLElement, name: string, had = false, frames = FRAMES): void => {
    const line = list.querySelector<HTMLElement>(`[data-line="${CSS.escape(name)}"]`)
    const link = line?.matches(target) ? line : line?.querySelector<HTMLElement>(target)
    // the person may have moved the focus by then
    if (link && (!had || document.activeElement === document.body)) link.focus({ preventScroll: true })
    const has = had || link != null
    if (frames > 0) requestAnimationFrame(() => last() === name && focusLine(list, name, has, frames - 1))
  }
  return {
    stop,
    /** The line that Tab leads to must be in the page, wherever the list is scrolled. */
    kept: createMemo(() => {
      const place = lines().indexOf(stop() ?? '')
      return place < 0 ? [] : [place]
    }),
    onFocus: (event: FocusEvent): void => {
      const name = lineOf(event.target)?.dataset['line']
      if (name !== undefined) setLast(name)
    },
    onKey: (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
      const line = lineOf(event.target)
      if (event.defaultPrevented || line === null || (event.target instanceof HTMLInputElement && target === STOP))
        return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const list = event.currentTarget
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        const to = line.querySelector<HTMLElement>(event.key === 'ArrowRight' ? '.menu > button' : target)
        if (to === null) return
        event.preventDefault()
        return to.focus()
      }
      const all = stops()
      const at = all.indexOf(line.dataset['line'] ?? '')
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
      const name = to === undefined ? undefined : all[to]
      if (to === undefined) return
      event.preventDefault()
      if (name === undefined) return
      setLast(name)
      reveal(lines().indexOf(name))
      focusLine(list, name)
    },
  }
}
