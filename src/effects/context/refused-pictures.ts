import type { LlmError, LlmRequest } from '../../llm/port.ts'

/** Whether a refusal says that the model takes no pictures, and the request held some. */
export function refusedPictures(error: LlmError, { messages }: Pick<LlmRequest, 'messages'>): boolean {
  const refused = REFUSALS.has(error.kind) && SAID.test(error.message)
  return refused && messages.some(({ content }) => content.some(({ type }) => type === 'image'))
}

const REFUSALS: ReadonlySet<LlmError['kind']> = new Set(['bad-request', 'not-found', 'server'])
/** As servers say it: "does not support image input", "image_url is only supported by", "no vision projector", "expected `text`". */
const SAID =
  /(image|vision|multi-?modal|mmproj).{0,80}(not|n't|no|only|unsupported|missing|invalid|disabled|require)|(not|n't|no|only|unsupported|unknown variant).{0,80}(image|vision|multi-?modal)/is
