import type { LlmError, LlmRequest } from '../../llm/port.ts'

/**
 * What a model lacks by its own word: a refusal says that it takes no pictures, or no sound, and the request held some. That is remembered
 * for all sessions, so words that may be about one file, or about how many there are, do not count.
 */
export function lackIn(error: LlmError, { messages }: Pick<LlmRequest, 'messages'>): 'blind' | 'deaf' | null {
  if (!REFUSALS.has(error.kind)) return null
  const said = saidIn(error)
  const sent = messages.flatMap(({ content }) => content.map((block) => ('mediaType' in block ? block.mediaType : '')))
  const lacks = (type: RegExp, sense: string, inOneWord: RegExp): boolean =>
    sent.some((mediaType) => type.test(mediaType)) && (inOneWord.test(said) || refuses(said, sense))
  if (lacks(/^audio\//, 'audio|sound', /at most 0 audio/i)) return 'deaf'
  return lacks(/^image\//, 'images?|vision|multi-?modal', NO_EYES) ? 'blind' : null
}

/** A refusal that is, or may be, about a picture that was sent, or about how many there are: without them the same may be answered. */
export const isAboutPictures = (error: LlmError): boolean =>
  REFUSALS.has(error.kind) && /image|picture|media|pixel/i.test(saidIn(error))

/** Our own sentence around it has words of refusal, too. */
const saidIn = ({ message }: LlmError): string => / It said: (.*) \(HTTP \d+\)$/s.exec(message)?.[1] ?? message

const REFUSALS: ReadonlySet<LlmError['kind']> = new Set(['bad-request', 'not-found', 'server'])
const NO_EYES =
  /mmproj|vision projector|missing data required for image|at most 0 image|not an? [^.]{0,8}(vision|multi-?modal)/i
const NEGATION = /\b(not|no|only|cannot)\b|n't|unsupported/i
const SUPPORT = /support|accept|enabled|capab/i
const ONE_FILE =
  /process|exceed|too (large|big|many|small)|dimension|maximum|corrupt|format|media.type|\bmime|\bsize|larger|\bvalid|jpe?g|png|\burl|unsupported (image|audio)|multiple|more than|up to|\b(one|single) image|schema|\brole\b|\btool|assistant|modalities/i

/** As servers say it: "does not support image input", "image_url is only supported by", "unknown variant `image_url`, expected `text`". */
function refuses(said: string, sense: string): boolean {
  // the word alone, not a name or a media type that has it
  const named = `(?<![\\w/-])(input_)?(${sense})(_url)?(?![\\w/-])`
  if (new RegExp(`unknown variant \\W?${named}`, 'i').test(said)) return true
  const isAboutIt = (sentence: string): boolean =>
    [NEGATION, SUPPORT, new RegExp(named, 'i')].every((words) => words.test(sentence))
  return !ONE_FILE.test(said) && said.split(/[.;] /).some(isAboutIt)
}
