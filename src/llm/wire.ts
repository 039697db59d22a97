import { hasBody } from '../http/changed-body.ts'
import { isLoopback } from '../settings/loopback.ts'
import type { AdapterOptions } from './adapter.ts'
import { saidInBody } from './error-body.ts'
import { eventStream } from './event-stream.ts'
import { type EventRules, tidyEvents } from './events.ts'
import { withExtraBody } from './extra-body.ts'
import { failureIn, LlmFailure, plainError, retryAfterOf, statusError } from './failure.ts'
import { isRecord } from './is-record.ts'
import { openBody } from './open-body.ts'
import type { LlmError, LlmErrorKind } from './port.ts'
import { lackIn as lackNamed, withoutLacks } from './refusals.ts'
import { DEFAULT_SILENCE_LIMIT, withSilenceLimit } from './silence.ts'

/**
 * The fetch that a provider library gets for one request. Errors are classified here, at their source and before a
 * library rewrites them; `failure` returns them afterwards.
 */
export type Wire = {
  fetch: typeof globalThis.fetch
  failure: () => LlmError | null
  /** The failure that an event of the answer reported; the events before it are read to their end. */
  told: () => LlmError | null
  answered: () => boolean
  /** What part of the request is not accepted, by these words of the provider. */
  lackIn: (said: string) => string | null
}

/**
 * Headers that never leave: identity headers break the CORS allowlists of providers; only the guarded fetch adds keys.
 */
const DROPPED = ['user-agent', 'authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

/**
 * Contract: `fetch`, and reading the body of its response, reject only with an LlmFailure. Statuses other than 2xx
 * reject.
 */
export function openWire(options: AdapterOptions, rules: EventRules, lacks: readonly string[] = []): Wire {
  let failure: LlmError | null = null
  let told: LlmError | null = null
  let answered = false
  let sent = ''
  const fail = (error: LlmError): never => {
    failure ??= error
    throw new LlmFailure(error)
  }
  const lackIn = (said: string): string | null => {
    const body: unknown = sent === '' ? null : JSON.parse(sent)
    return isRecord(body) ? lackNamed(said, body) : null
  }
  const patient = withSilenceLimit(options.fetch, options.silenceLimit ?? DEFAULT_SILENCE_LIMIT)
  const wireFetch: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of DROPPED) headers.delete(name)
    const url = input instanceof Request ? input.url : String(input)
    const whole = withExtraBody(init?.body, options.advanced) ?? null
    const body = typeof whole === 'string' ? withoutLacks(whole, lacks) : whole
    sent = typeof body === 'string' ? body : ''
    const response = await patient(input, { ...init, body, headers }).catch((error) => fail(fetchError(error, url)))
    answered = true
    if (!response.ok) fail(await responseError(response, lackIn))
    if (response.body === null || !hasBody(response, init?.method))
      return fail(plainError('broken-stream', 'The provider sent no answer.'))
    const contentType = response.headers.get('content-type') ?? ''
    const opened = await openBody(response.body, contentType, rules, (error) => {
      failure ??= failureIn(error) ?? plainError('broken-stream', 'The connection was cut.')
    })
    if ('error' in opened) return fail(opened.error)
    if (opened.whole) options.note?.('a whole answer')
    const hears = {
      note: options.note,
      failed: (error: LlmError) => {
        told ??= error
      },
    }
    return eventStream(tidyEvents(opened.body, rules, hears))
  }
  return { fetch: wireFetch, failure: () => told ?? failure, told: () => told, answered: () => answered, lackIn }
}

/** Turns a response with a status other than 2xx into an error; reads at most the beginning of its body. */
export async function responseError(
  response: Response,
  lackIn: (said: string) => string | null = () => null,
): Promise<LlmError> {
  const contentType = response.headers.get('content-type') ?? ''
  // a body that breaks off says less, but the status is known anyway
  const said = saidInBody(await headOf(response).catch(() => ''), contentType)
  const error = statusError(response.status, said.message, said.code, retryAfterOf(response.headers, Date.now()))
  return withLack(error, said.message, lackIn)
}

/** A refusal with the part that it names. */
export function withLack(error: LlmError, said: string, lackIn: (said: string) => string | null): LlmError {
  // a failure that may pass names nothing, and may quote the model
  const lack = NAMES_LACKS.has(error.kind) && error.retries === undefined ? lackIn(said) : null
  return lack === null ? error : { ...error, lack }
}
const NAMES_LACKS: ReadonlySet<LlmErrorKind> = new Set([
  'bad-request',
  'not-found',
  'server',
  'broken-stream',
  'unknown',
])

/**
 * A rejected fetch: our own errors (timeout, refused origin) explain themselves; a browser's error says nothing, not
 * even whether CORS caused it.
 */
export function fetchError(error: unknown, url: string): LlmError {
  const own = failureIn(error)
  if (own !== null) return own
  if (error instanceof Error && error.name === 'AbortError') return plainError('aborted')
  const { origin, hostname } = new URL(url)
  // measured: its response to a wrong key has no CORS headers, so a page sees a failed fetch, not a 401
  const causes =
    hostname === 'api.openai.com'
      ? `No readable response from ${origin}. The API key may be wrong (OpenAI hides that from web pages), or the network is down.`
      : isLoopback(hostname)
        ? `No response from ${origin}. The server may not be running, or it doesn’t allow web pages (CORS). ` +
          'For Ollama set OLLAMA_ORIGINS to this page’s address, for LM Studio run `lms server start --cors`.'
        : `No response from ${origin}. The network may be down, or the server doesn’t allow web pages (CORS). ` +
          'Some providers also respond this way to a wrong key.'
  return { kind: 'network', message: causes, retryable: true }
}

/** The beginning of a body, as text. Rejects if it breaks off before. */
export async function headOf(response: Response, limit = 16_384): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length < limit) continue
    await reader.cancel()
    return text.slice(0, limit)
  }
}
