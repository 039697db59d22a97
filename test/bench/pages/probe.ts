/**
 * Runs in the app's page before its own code. Notes the longest gap between frames (on demand: asking for frames makes
 * work), what the worker says, and when a session stands on the screen.
 */
type Commit = { id: string; at: number; busy: boolean }

const probe = {
  longestGap: 0,
  /** Every commit that the worker told of, by the session's line in the list. */
  commits: [] as Commit[],
  lastChange: 0,
  watchFrames: false,
  reset: (frames: boolean): void => {
    probe.longestGap = 0
    const begins = frames && !probe.watchFrames
    probe.watchFrames = frames
    if (begins) requestAnimationFrame(frame)
  },
  /** When the last words are in sight and the composer takes text (page time, ms), counted at the frame after. */
  shown: (words: string): Promise<number> => once(() => isShown(words), words),
  /** When a newcomer's first step can be taken, on the start page. */
  welcomed: (): Promise<number> => once(() => button('Add provider') !== undefined, 'the welcome'),
  /**
   * From the next input of this kind until `isThere` holds and the frame that shows it is drawn, in ms. Marks both
   * moments for a trace (see main-thread.mjs).
   */
  hand: (kind: 'keydown' | 'pointerdown', isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      addEventListener(
        kind,
        ({ timeStamp }) => {
          performance.mark('hand-begin', { startTime: timeStamp })
          const look = (): void => {
            if (!isThere()) return void requestAnimationFrame(look)
            // a message comes when the frame has been drawn
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => {
              performance.mark('hand-end')
              resolve(performance.now() - timeStamp)
            }
            port2.postMessage(null)
          }
          requestAnimationFrame(look)
        },
        { capture: true, once: true },
      )
    }),
}

function once(isThere: () => boolean, what: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const last = performance.now() + 30_000
    const look = (): void => {
      if (isThere()) requestAnimationFrame(() => resolve(performance.now()))
      else if (performance.now() < last) requestAnimationFrame(look)
      else reject(new Error(`Not on the screen: ${what} (there is: ${document.body.textContent?.slice(-500)})`))
    }
    look()
  })
}

const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent, disabled }) => textContent === name && !disabled)

/** The box that takes a message. */
function composer(): HTMLTextAreaElement | null {
  const box = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')
  return box === null || box.disabled || box.readOnly ? null : box
}

let before = 0
function frame(now: number): void {
  if (before > 0) probe.longestGap = Math.max(probe.longestGap, now - before)
  before = probe.watchFrames ? now : 0
  if (probe.watchFrames) requestAnimationFrame(frame)
}

function isShown(words: string): boolean {
  const log = document.querySelector('[role="log"][aria-label="Conversation"]')
  if (composer() === null || log === null || !log.textContent?.includes(words)) return false
  const view = log.getBoundingClientRect()
  return [...log.querySelectorAll('*')].some((element) => {
    if (element.childElementCount > 0 || !element.textContent?.includes(words)) return false
    const { bottom, height } = element.getBoundingClientRect()
    return height > 0 && bottom > view.top && bottom <= view.bottom + 1
  })
}

document.addEventListener('DOMContentLoaded', () => {
  new MutationObserver(() => {
    probe.lastChange = performance.now()
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})

const NativeWorker = window.Worker
window.Worker = class extends NativeWorker {
  constructor(...given: ConstructorParameters<typeof NativeWorker>) {
    super(...given)
    this.addEventListener('message', ({ data }) => {
      if (data?.type !== 'sessions-changed') return
      for (const { id, busy } of data.sessions) probe.commits.push({ id, busy, at: performance.now() })
    })
  }
}

Object.assign(window, { probe })

export {}
