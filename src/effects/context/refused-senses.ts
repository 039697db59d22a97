import type { LlmError, LlmRequest } from '../../llm/port.ts'
import type { SentAsItIs } from './earlier-attached.ts'

/**
 * The sense that a model says it lacks: a refusal says that it takes no pictures or no sound, and the request had some.
 * It is remembered for all sessions, so words that may be about one file, or about the number of files, do not count.
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

/**
 * Kinds of sent attachments that a refusal is, or may be, about (or their number): without them the request may
 * succeed. Kinds that it names come first. Providers render PDF pages as pictures, so words about a picture may mean a
 * PDF.
 */
export function kindsIn(error: LlmError): SentAsItIs[] {
  if (!REFUSALS.has(error.kind)) return []
  const said = saidIn(error)
  const named = KINDS.filter((kind) => NAMES[kind].test(said))
  return [...named, ...KINDS.filter((kind) => !named.includes(kind) && MAY_MEAN[kind].test(said))]
}

const KINDS = ['image', 'pdf', 'sound'] as const
const NAMES: Record<SentAsItIs, RegExp> = {
  image: /image|picture|pixel/i,
  pdf: /pdf|document|\bpages?\b|input_file|file_data/i,
  sound: /audio|sound|recording/i,
}
const MAY_MEAN: Record<SentAsItIs, RegExp> = {
  image: /media|mime/i,
  pdf: /image|media|mime|\bfiles?\b/i,
  sound: /media|mime|\bfiles?\b/i,
}

/** The provider's own words: our sentence around them has words of refusal, too. */
const saidIn = ({ message }: LlmError): string => / It said: (.*) \(HTTP \d+\)$/s.exec(message)?.[1] ?? message

const REFUSALS: ReadonlySet<LlmError['kind']> = new Set(['bad-request', 'not-found', 'server'])
const NO_EYES =
  /mmproj|vision projector|missing data required for image|at most 0 image|not an? [^.]{0,8}(vision|multi-?modal)/i
const NEGATION = /\b(not|no|only|cannot)\b|n't|unsupported/i
const SUPPORT = /support|accept|enabled|capab/i
const ONE_FILE =
  /process|exceed|too (large|big|many|small)|dimension|maximum|corrupt|format|media.type|\bmime|\bsize|larger|\bvalid|jpe?g|png|\burl|unsupported (image|audio)|multiple|more than|up to|\b(one|single) image|schema|\brole\b|\btool|assistant|modalities/i

/**
 * In the words of servers: "does not support image input", "image_url is only supported by", "unknown variant
 * `image_url`, expected `text`".
 */
function refuses(said: string, sense: string): boolean {
  // the word alone, not as a part of a name or a media type
  const named = `(?<![\\w/-])(input_)?(${sense})(_url)?(?![\\w/-])`
  if (new RegExp(`unknown variant \\W?${named}`, 'i').test(said)) return true
  const isAboutIt = (sentence: string): boolean =>
    [NEGATION, SUPPORT, new RegExp(named, 'i')].every((words) => words.test(sentence))
  return !ONE_FILE.test(said) && said.split(/[.;] /).some(isAboutIt)
}
