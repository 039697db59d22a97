import type { AdapterOptions, ListedModel } from './adapter.ts'
import { jsonOf } from './bounded-answer.ts'
import { isRecord } from './is-record.ts'
import type { LlmError, LlmPart, LlmRequest } from './port.ts'

/**
 * Ollama silently cuts off the start of a request that is longer than the context with which it has loaded a model, and
 * answers the rest. No request in this API changes that context, and its list of models does not report it; its list of
 * loaded models does (`GET /api/ps`, `context_length`). Source: Ollama's documentation, "Context length" and "List
 * running models".
 */

/** Recognised by its default port, else by its list of models. */
export const isOllama = ({ baseUrl, isOllama }: AdapterOptions): boolean =>
  isOllama === true || /^https?:\/\/[^/]+:11434(\/|$)/.test(baseUrl)

/**
 * Contexts of the currently loaded models in tokens, by name; null: no such list. Never rejects: an older Ollama does
 * not report them.
 */
async function loaded({ baseUrl, fetch }: AdapterOptions, signal: AbortSignal): Promise<Map<string, number> | null> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  let said: unknown = null
  try {
    // a proxy may have it below a path
    const response = await fetch(`${baseUrl.replace(/\/v1$/, '')}/api/ps`, { signal: patience })
    said = await jsonOf(response)
  } catch {
    // not reported: the request is sent unchecked
  }
  if (!isRecord(said) || !Array.isArray(said['models'])) return null
  return new Map(
    said['models']
      .filter(isRecord)
      .flatMap(({ name, context_length: window }): [string, number][] =>
        typeof name === 'string' && Number.isInteger(window) && Number(window) >= 500 ? [[name, Number(window)]] : [],
      ),
  )
}
/** In ms. It answers from memory. */
const PATIENCE = 2000

/**
 * Adds the contexts of loaded models if the list is Ollama's. On another port or behind a proxy, a server that names
 * its models like Ollama is asked for its loaded models, which only Ollama answers.
 */
export async function withLoaded(
  listed: Promise<ListedModel[]>,
  options: AdapterOptions,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const models = await listed
  if (!isOllama(options) && !(models.length > 0 && models.every(({ id }) => TAGGED.test(id)))) return models
  const windows = await loaded(options, signal)
  if (windows === null) return models
  return models.map((model) => ({
    ...model,
    contextWindow: windows.get(model.id) ?? model.contextWindow,
    isOllama: true as const,
  }))
}
/** All names in its list have a tag, usually `latest` or a size. */
const TAGGED = /^[^:]+:[\w.-]+$/

/**
 * The same answer, unless the request does not fit: then it fails as too long, before it is sent if the model is
 * loaded, otherwise as soon as it was answered.
 */
export async function* neverCut(
  options: AdapterOptions,
  request: LlmRequest,
  answer: () => AsyncIterable<LlmPart>,
): AsyncGenerator<LlmPart, void> {
  const size = sizeOf(request)
  const tooLong = async (): Promise<LlmError | null> => {
    const windows = await loaded(options, request.signal)
    const window = windows?.get(request.model) ?? windows?.get(`${request.model}:latest`)
    return window === undefined || size <= window ? null : cutOff(size, window)
  }
  const before = await tooLong()
  if (before !== null && !request.signal.aborted) return yield { type: 'error', error: before }
  for await (const part of answer()) {
    // if its count is what was sent, nothing was cut
    const doubtful = part.type === 'done' && part.usage.input < size * 0.9
    const after = doubtful ? await tooLong() : null
    if (part.type === 'done' && after !== null) return yield { type: 'error', error: after, usage: part.usage }
    yield part
  }
}

/** Estimated tokens of the words, without pictures. */
function sizeOf({ system, messages, tools }: LlmRequest): number {
  const words = JSON.stringify([system, messages, tools], (key, value) => (key === 'data' ? undefined : value))
  return Math.ceil(new TextEncoder().encode(words).length / 4)
}

const cutOff = (size: number, window: number): LlmError => ({
  kind: 'context-too-long',
  message: `Ollama loaded this model with a context of ${tokens(window)} tokens and would silently drop the beginning of these ${tokens(size)}. Start it with OLLAMA_CONTEXT_LENGTH=32768, or turn off tools in Session options.`,
  retryable: false,
})
const tokens = (count: number): string => count.toLocaleString('en')
