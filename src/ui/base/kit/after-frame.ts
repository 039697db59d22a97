import { type Accessor, batch, createSignal, onCleanup } from 'solid-js'

const waiting = new Set<() => void>()
let asked = false

/**
 * Turns true once the page has been drawn and is idle: for parts that nobody can see or press before. All waiting parts
 * appear together, so the page is laid out once.
 */
export function createDrawn(): Accessor<boolean> {
  const [drawn, setDrawn] = createSignal(false)
  const tell = (): void => void setDrawn(true)
  waiting.add(tell)
  onCleanup(() => waiting.delete(tell))
  if (!asked) {
    asked = true
    afterFrame(tellAll)
  }
  return drawn
}

function tellAll(): void {
  asked = false
  const all = [...waiting]
  waiting.clear()
  batch(() => {
    for (const tell of all) tell()
  })
}

/** Safari has no idle callback, and a hidden page draws no frames. */
function afterFrame(work: () => void): void {
  const idle = globalThis.requestIdleCallback
  if (!idle || document.hidden) setTimeout(work, 50)
  else requestAnimationFrame(() => idle(work, { timeout: 300 }))
}
