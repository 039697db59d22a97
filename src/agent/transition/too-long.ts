import type { Failure } from '../content.ts'
import type { Draft } from '../draft.ts'
import { sizeOfAsking } from '../size-of-asking.ts'
import { thresholdOf } from '../threshold.ts'
import { MAX_TOO_LONG } from '../version.ts'
import { see } from './run.ts'

/**
 * After a request that the model refused as too long: the history is compressed further, and the request is sent again.
 */

/** The share of the refused size to try next, and the smallest threshold, in tokens. */
const SHRINK = 0.7
const LEAST = 400

/** Not if the person wants nothing compressed, and not repeatedly: the next failure is shown to the person. */
export const isTooLongFor = ({ head }: Draft, { kind }: Failure): boolean =>
  kind === 'context-too-long' && head.compressAbove !== null && (head.tooLong?.count ?? 0) < MAX_TOO_LONG

/** The window is smaller than assumed. The turn of the refused request is given back. */
export const makeRoom = (draft: Draft, named: number | undefined): void => {
  const { head, config } = draft
  const refused = Math.max(LEAST, Math.floor(sizeOfAsking(head) * SHRINK))
  const { window } = config
  // another model's window says nothing about the chosen one
  if (window !== undefined && head.run.onward === undefined) {
    const guessed = Math.ceil(refused / (config.compressAt ?? 0.75))
    const size = Math.max(500, Math.min(named ?? guessed, window.size))
    draft.config = { ...config, window: { ...window, size, by: size < window.size ? 'learned' : window.by } }
  }
  head.compressAbove = Math.min(thresholdOf(draft.config) ?? refused, refused)
  head.tooLong = { count: (head.tooLong?.count ?? 0) + 1, due: true }
  head.turnsLeft++
  see(draft)
}
