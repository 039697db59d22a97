/**
 * Runs in the app's page before its own code. Notes the longest gap between frames (on demand: asking for frames makes work),
 * what the worker says, and when a session stands on the screen.
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
  shown: (words: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const last = performance.now() + 30_000
      const look = (): void => {
        if (isShown(words)) requestAnimationFrame(() => resolve(performance.now()))
        else if (performance.now() < last) requestAnimationFrame(look)
        else reject(new Error(`Not on the screen: ${words} (there is: ${document.body.textContent?.slice(-500)})`))
      }
      look()
    }),
}

let before = 0
function frame(now: number): void {
  if (before > 0) probe.longestGap = Math.max(probe.longestGap, now - before)
  before = probe.watchFrames ? now : 0
  if (probe.watchFrames) requestAnimationFrame(frame)
}

function isShown(words: string): boolean {
  const box = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')
  const log = document.querySelector('[role="log"][aria-label="Conversation"]')
  if (box === null || box.disabled || box.readOnly || log === null || !log.textContent?.includes(words)) return false
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
