import type { Answer } from '../../../agent/message.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'

/**
 * Whether a question too long for the model was shortened and asked again right after this answer. The later answer
 * then says how it ended; if each said so, one message that is too long would look like four failures.
 */
export const isAskedAgain = ({ n, status, failure }: Answer, { rows }: OpenSession): boolean =>
  status === 'failed' && failure?.kind === 'context-too-long' && rows[n + 1]?.role === 'assistant'

/** Whether it was asked again and has no other content. */
export const isPassedOver = (answer: Answer, session: OpenSession): boolean =>
  isAskedAgain(answer, session) && answer.content.length === 0
