import type { LlmError, LlmErrorKind } from './port.ts'

/**
 * Errors on their way from the connection to the last part of a stream, and the meaning of providers' statuses and
 * phrases.
 */

/** Carries an LlmError through code that only knows exceptions. */
export class LlmFailure extends Error {
  readonly error: LlmError

  constructor(error: LlmError) {
    super(error.message, { cause: error })
    this.name = 'LlmFailure'
    this.error = error
  }
}

/** Finds an LlmFailure in an error or its causes: libraries in between wrap what they catch. */
export function failureIn(error: unknown): LlmError | null {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if (current instanceof LlmFailure) return current.error
    current = current.cause
  }
  return null
}

/** One line of at most 300 characters: providers answer with anything, up to whole web pages. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** Phrases of providers and local servers for a request that is too long. */
const CONTEXT_TOO_LONG =
  /prompt token count of \d+ exceeds the limit|model_max_prompt_tokens_exceeded|range of input length should be|prompt exceeds max length|`?inputs`? tokens \+ `?max_new_tokens`? must be|maximum allowed (input )?length|total message size \d+ exceeds|loaded with context length of only|prompt ?超长|model_context_window_exceeded|too large for model with \d+ maximum context|prompt is too long|request_too_large|input is too long|exceeds? the context window|context[_ ]?(length|window|size)[_ ](has been )?exceeded|input token count.*exceeds|maximum prompt length|reduce the length of the (messages|prompt)|maximum context length|exceeds the available context size|(greater|longer) than the (model['’]s |maximum model )?(context )?length|context window exceeds|exceed(ed|s)? (the )?(model )?(max(imum)? )?(token limit|context (length|limit))|too many tokens|token limit exceeded/i
/** The model wrote a call that the provider could not read (Groq). Its words are the model's: only the code counts. */
const MISCALLED = /\btool_use_failed\b/
const REFUSED = /content[_ ](filter|policy)|safety system|responsible ai/i
const BAD_KEY =
  /(invalid|incorrect|no|missing).{0,20}api[ _-]?key|api[ _-]?key.{0,20}(invalid|not valid|expired|missing)/i
const OUT_OF_MONEY = /insufficient_quota|insufficient balance|credit balance is too low|exceeded your current quota/i

/**
 * The meaning of an HTTP status with a body. `said`: the provider's own message; `code`: its machine-readable type or
 * code. Source: documented status codes of the providers.
 */
export function statusError(status: number, said: string, code = '', retryAfter?: number): LlmError {
  // Google says "exceeded your current quota" even for a limit that ends in a minute, and then says when
  const soon = status === 429 ? waitIn(said) : undefined
  const isMiscalled = MISCALLED.test(code)
  const outOfMoney = soon === undefined && !isMiscalled && (status === 402 || OUT_OF_MONEY.test(`${code} ${said}`))
  const kind = isMiscalled ? 'server' : outOfMoney ? 'no-credit' : kindOf(status, `${code} ${said}`)
  const wait = retryAfter ?? soon
  const detail = oneLine(said)
  return {
    kind,
    message: `${SENTENCES[kind]} ${detail === '' ? '' : `It said: ${detail} `}(HTTP ${status})`,
    retryable: RETRYABLE.has(kind),
    status,
    ...(isMiscalled && { retries: 1 }),
    ...(wait === undefined ? {} : { retryAfter: wait }),
  }
}

const RETRY_IN = /\bretry in ((?:\d+(?:\.\d+)? ?(?:ms|h|m|s))+)/i
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** "Please retry in 2h47m56.5s", a duration as Go writes it; in ms. */
function waitIn(said: string): number | undefined {
  const written = RETRY_IN.exec(said)?.[1]
  if (written === undefined) return undefined
  const parts = written.matchAll(/(\d+(?:\.\d+)?) ?(ms|h|m|s)/gi)
  return Math.ceil(
    [...parts].reduce((sum, [, much, unit = '']) => sum + Number(much) * (UNITS[unit.toLowerCase()] ?? 0), 0),
  )
}

function kindOf(status: number, text: string): LlmErrorKind {
  if (status === 429) return 'rate-limit'
  if (status === 503 || status === 529) return 'overloaded'
  if (status === 408) return 'timeout'
  if (status >= 500) return CONTEXT_TOO_LONG.test(text) ? 'context-too-long' : 'server'
  if (status === 401) return 'bad-key'
  if (status === 413 || CONTEXT_TOO_LONG.test(text)) return 'context-too-long'
  if (REFUSED.test(text)) return 'refused'
  if (status === 403 || BAD_KEY.test(text)) return 'bad-key'
  if (status === 404) return 'not-found'
  return 'bad-request'
}

const RETRYABLE: ReadonlySet<LlmErrorKind> = new Set([
  'network',
  'rate-limit',
  'overloaded',
  'server',
  'broken-stream',
  'empty',
  'timeout',
])

const SENTENCES: Record<LlmErrorKind, string> = {
  'bad-key': 'The provider rejected the API key.',
  network: 'Couldn’t reach the provider.',
  'rate-limit': 'The provider is rate-limiting requests.',
  'no-credit': 'This account has no credit left.',
  overloaded: 'The provider is overloaded.',
  server: 'The provider had an internal error.',
  'context-too-long': 'The conversation is too long for this model.',
  'not-found': 'The provider doesn’t know this model or address.',
  'bad-request': 'The provider rejected the request.',
  refused: 'The provider refused to answer for safety reasons.',
  'broken-stream': 'The answer was cut off.',
  empty: 'The answer was empty.',
  timeout: 'The provider took too long to answer.',
  aborted: 'Stopped.',
  unknown: 'Something unexpected went wrong.',
}

/** An error of a kind with our own sentence, and `detail` if there is more to say. */
export function plainError(kind: LlmErrorKind, detail = ''): LlmError {
  return {
    kind,
    message: detail === '' ? SENTENCES[kind] : `${SENTENCES[kind]} ${oneLine(detail)}`,
    retryable: RETRYABLE.has(kind),
  }
}

/**
 * Reads `Retry-After` (seconds or an HTTP date) and `retry-after-ms`; undefined if absent or unreadable. In ms, never
 * negative.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact.trim())) return Math.round(Number(exact))
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
