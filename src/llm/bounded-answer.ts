import { boundedBody } from '../http/bounded-body.ts'
import { parseEvent, TOO_LARGE } from './answer-bounds.ts'
import { LlmFailure } from './failure.ts'

/** Bytes of a response that is read whole: an answer with a picture, or a list of all models. */
const MOST_BYTES = 64_000_000

/** Reading more than this fails with an LlmFailure. */
export const boundedAnswer = (response: Response): Response =>
  boundedBody(response, MOST_BYTES, () => new LlmFailure(TOO_LARGE))

/**
 * The JSON of a whole response, within bounds. Rejects with an LlmFailure above them, with a SyntaxError if it is not
 * JSON.
 */
export const jsonOf = async (response: Response): Promise<unknown> =>
  parseEvent(await boundedAnswer(response).text()).event
