import { type Accessor, batch, createSignal, onCleanup } from 'solid-js'

const waiting = new Set<() => void>()
let asked = false

/**
 * Turns true when what there is has been drawn and the page has nothing else to do: for what nobody can see or press
 * before. What waits in many places comes together, so that the page is laid out once more and not for each.
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

/** Safari has no idle moments; and nothing is drawn of a page that nobody sees. */
function afterFrame(work: () => void): void {
  const idle = globalThis.requestIdleCallback
  if (!idle || document.hidden) setTimeout(work, 50)
  else requestAnimationFrame(() => idle(work, { timeout: 300 }))
}
