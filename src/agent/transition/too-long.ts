import type { Failure } from '../content.ts'
import type { Draft } from '../draft.ts'
import { sizeOfAsking } from '../size-of-asking.ts'
import { thresholdOf } from '../threshold.ts'
import { MAX_TOO_LONG } from '../version.ts'
import { see } from './run.ts'

/** An asking that the model has refused as too long: the history is compressed further, and it is asked again. */

/** How much of what was too long is tried next, and how small a threshold may become, in tokens. */
const SHRINK = 0.7
const LEAST = 400

/** Not where the person wants nothing compressed, and not again and again: the next failure is for the person. */
export const isTooLongFor = ({ head }: Draft, { kind }: Failure): boolean =>
  kind === 'context-too-long' && head.compressAbove !== null && (head.tooLong?.count ?? 0) < MAX_TOO_LONG

/** The window is known to be smaller than was thought; the turn that the refused asking took is given back. */
export const makeRoom = (draft: Draft, named: number | undefined): void => {
  const { head, config } = draft
  const refused = Math.max(LEAST, Math.floor(sizeOfAsking(head) * SHRINK))
  const { window } = config
  // of another model's window nothing is learned that would count for the chosen one
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
