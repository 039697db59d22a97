import { type SharedFile, sharedFiles } from '../../../pwa/shared-files.ts'
import type { Taker } from '../../base/state/takers.ts'

/**
 * Attaches what other apps shared with this one. Each file waits on disk until it stands in the draft: whatever ends
 * this page, the next start page takes it. One tab does so at a time. `tell` is called with what was left out, if
 * anything was.
 */
export async function takeSharedFiles(to: Taker, tell: (leftOut: SharedFile[]) => void): Promise<void> {
  // neither is there without a secure origin
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
