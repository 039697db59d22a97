import type { Head } from '../../../agent/head.ts'
import type { Input } from '../../../agent/input.ts'
import { status } from '../../../agent/status.ts'
import { isBusy } from '../../session-item.ts'

/** What a shared session is at, as its log has to know it. */

/**
 * `busy`: something of it runs. `waits`: for a person. `begins`: an answer only just begins, so that nothing said is
 * lost if it ends here.
 */
export type Work = { busy: boolean; waits: boolean; begins: boolean }

export const workOf = (head: Head, inputs: readonly Input[]): Work => ({
  busy: isBusy(head),
  waits: status(head).type === 'waiting-for-you',
  begins: inputs.at(-1)?.type === 'brain-send-message-start',
})

/** No call is open, and nothing waits for its person. */
export const isAtRest = (head: Head): boolean => !isBusy(head) && status(head).type !== 'waiting-for-you'
