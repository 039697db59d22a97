import { boundedBody } from '../http/bounded-body.ts'
import { parseEvent, TOO_LARGE } from './answer-bounds.ts'
import { LlmFailure } from './failure.ts'

/** Bytes of an answer that is read as a whole: one with a picture in it, or a list of all models. */
const MOST_BYTES = 64_000_000

/** Reading more of it than any such answer has fails with an LlmFailure. */
export const boundedAnswer = (response: Response): Response =>
  boundedBody(response, MOST_BYTES, () => new LlmFailure(TOO_LARGE))

/** The JSON of a whole answer, within bounds. Rejects with an LlmFailure above them, with a SyntaxError if it is no JSON. */
export const jsonOf = async (response: Response): Promise<unknown> =>
  parseEvent(await boundedAnswer(response).text()).event
