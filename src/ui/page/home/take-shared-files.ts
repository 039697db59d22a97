import { type SharedFile, sharedFiles } from '../../../pwa/shared-files.ts'
import type { Taker } from '../../base/state/takers.ts'

/**
 * Attaches files that other apps shared with this app. Each file stays on disk until it is in the draft: if the page
 * ends, the next start page takes it. Only one tab does this at a time. `tell` receives the names of files that were
 * left out, if any.
 */
export async function takeSharedFiles(to: Taker, tell: (leftOut: SharedFile[]) => void): Promise<void> {
  // neither exists without a secure origin
  if (typeof caches === 'undefined' || navigator.locks === undefined) return
  const scope = new URL('./', location.href).href
  await navigator.locks.request(`shared-${scope}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    const shared = await sharedFiles(scope)
    const leftOut = shared.filter(({ left }) => left !== null)
    if (leftOut.length > 0) tell(leftOut)
    const taken: Promise<void>[] = leftOut.map(({ forget }) => forget())
    for (const { left, bytes, forget } of shared) {
      if (left !== null) continue
      const file = await bytes()
      const ended = new Promise<boolean>((end) => to.take([file], end))
      taken.push(ended.then((isTaken) => (isTaken ? forget() : undefined)))
    }
    await Promise.all(taken)
  })
}
