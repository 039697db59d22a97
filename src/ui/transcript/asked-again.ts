import type { Answer } from '../../agent/message.ts'
import type { OpenSession } from '../state/ui-state.ts'

/**
 * Whether a question that was too long for the model was shortened and asked again right behind this answer: that one says how it ended. Each
 * of them said it before, so that one message that is too long failed four times for the person.
 */
export const isAskedAgain = ({ n, status, failure }: Answer, { rows }: OpenSession): boolean =>
  status === 'failed' && failure?.kind === 'context-too-long' && rows[n + 1]?.role === 'assistant'

/** And it says nothing else. */
export const isPassedOver = (answer: Answer, session: OpenSession): boolean =>
  isAskedAgain(answer, session) && answer.content.length === 0
