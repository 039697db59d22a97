import type { LlmError, LlmRequest } from '../../llm/port.ts'

/** What a model lacks by its own word: a refusal says that it takes no pictures, or no sound, and the request held some. */
export function lackIn(error: LlmError, { messages }: Pick<LlmRequest, 'messages'>): 'blind' | 'deaf' | null {
  if (!REFUSALS.has(error.kind)) return null
  const sent = messages.flatMap(({ content }) => content.map((block) => ('mediaType' in block ? block.mediaType : '')))
  const refused = (sense: string, type: RegExp): boolean =>
    said(sense).test(error.message) && sent.some((mediaType) => type.test(mediaType))
  if (refused('audio|sound', /^audio\//)) return 'deaf'
  return refused('image|vision|multi-?modal|mmproj', /^image\//) ? 'blind' : null
}

const REFUSALS: ReadonlySet<LlmError['kind']> = new Set(['bad-request', 'not-found', 'server'])
/** As servers say it: "does not support image input", "image_url is only supported by", "no vision projector", "expected `text`". */
const said = (sense: string): RegExp =>
  new RegExp(
    `(${sense}).{0,80}(not|n't|no|only|unsupported|missing|invalid|disabled|require)|(not|n't|no|only|unsupported|unknown variant).{0,80}(${sense})`,
    'is',
  )
