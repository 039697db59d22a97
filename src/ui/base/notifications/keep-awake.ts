import { createEffect, createMemo, onCleanup } from 'solid-js'

/** Keeps the screen on while `isWanted` holds. */
export function createKeepAwake(isWanted: () => boolean): void {
  const wanted = createMemo(isWanted)
  createEffect(() => {
    if (wanted()) onCleanup(keepAwake())
  })
}

/** Keeps the screen on, as long as the page is in sight. Returns what lets it sleep again. */
function keepAwake(): () => void {
  const over = new AbortController()
  let lock: WakeLockSentinel | null = null
  const letGo = (): void => void lock?.release().catch(() => {})
  // the browser lets go of it whenever the page is out of sight
  const hold = async (): Promise<void> => {
    if (document.hidden || over.signal.aborted) return
    try {
      const held = await navigator.wakeLock.request('screen')
      // the page may have come into sight while one was being asked for: there are two then
      letGo()
      lock = held
      if (over.signal.aborted) letGo()
    } catch (error) {
      // a low battery, or a browser that was told not to: the screen may sleep, and nothing else suffers
      console.warn('The screen is not kept on', error)
    }
  }
  document.addEventListener('visibilitychange', () => void hold(), { signal: over.signal })
  void hold()
  return () => {
    over.abort()
    letGo()
  }
}
