import { onCleanup } from 'solid-js'

/**
 * Touch has no hover: a long press on a message shows its buttons, until another message or an empty place is touched.
 */
export function watchLongPress(log: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = (): void => clearTimeout(timer)
  const down = (event: PointerEvent): void => {
    cancel()
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return
    const row = event.target.closest('article.message')
    for (const other of log.querySelectorAll('[data-touched]')) if (other !== row) other.removeAttribute('data-touched')
    timer = setTimeout(() => row?.setAttribute('data-touched', ''), 450)
  }
  const ended = new AbortController()
  const options = { passive: true, signal: ended.signal }
  log.addEventListener('pointerdown', down, options)
  for (const name of ['pointerup', 'pointercancel', 'scroll'] as const) log.addEventListener(name, cancel, options)
  onCleanup(() => {
    cancel()
    ended.abort()
  })
}
