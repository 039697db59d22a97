import type { AdapterOptions, ListedModel } from './adapter.ts'
import { jsonOf } from './bounded-answer.ts'
import { LlmFailure, plainError } from './failure.ts'
import { listedFacts } from './listed-facts.ts'
import { fetchError, responseError } from './wire.ts'

/**
 * GET {baseUrl}/models. Reads `{ data: [{ id }] }` and its variants (a plain array, `models`, `name`), with limits,
 * abilities and prices if listed. Rejects with an Error whose `cause` is an LlmError.
 */
export async function listModels(
  { baseUrl, fetch }: AdapterOptions,
  signal: AbortSignal,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<ListedModel[]> {
  const url = `${baseUrl}/models${query}`
  const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal }).catch((error) => {
    throw new LlmFailure(signal.aborted ? plainError('aborted') : fetchError(error, url))
  })
  if (!response.ok) throw new LlmFailure(await responseError(response))
  const models = modelsIn(
    await jsonOf(response).catch(() => {
      throw new LlmFailure(signal.aborted ? plainError('aborted') : plainError('broken-stream', NO_LIST))
    }),
  )
  if (models === null) throw new LlmFailure(plainError('broken-stream', NO_LIST))
  return models
}

const NO_LIST = 'The server sent no list of models. Is the base URL right?'

function modelsIn(body: unknown): ListedModel[] | null {
  const list = Array.isArray(body) ? body : isRecord(body) ? (body['data'] ?? body['models']) : null
  if (!Array.isArray(list)) return null
  const models = new Map<string, ListedModel>()
  for (const model of list) {
    const id = isRecord(model) ? (model['id'] ?? model['name']) : model
    if (typeof id === 'string' && id !== '' && !models.has(id))
      models.set(
        id,
        isRecord(model)
          ? { id, ...limitsOf(model), ...listedFacts(model) }
          : { id, contextWindow: null, maxOutput: null },
      )
  }
  return [...models.values()]
}

/**
 * Servers' names of the two limits, in order of trust: the setting of a running server comes before the model's
 * maximum. Ollama, LM Studio and llama.cpp, vLLM, OpenRouter and Together, Groq, Mistral, Anthropic, Google, GitHub.
 */
const WINDOW = [
  'loaded_context_length',
  'n_ctx',
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'max_context_window_tokens',
  'max_input_tokens',
  'inputTokenLimit',
]
const OUTPUT = ['max_completion_tokens', 'max_output_tokens', 'outputTokenLimit', 'max_tokens']
/** Where they are if not next to the name. */
const INSIDE = ['meta', 'metadata', 'top_provider', 'limits']

function limitsOf(model: Record<string, unknown>): Pick<ListedModel, 'contextWindow' | 'maxOutput'> {
  const capabilities = model['capabilities']
  const inner = [...INSIDE.map((name) => model[name]), isRecord(capabilities) ? capabilities['limits'] : null]
  const places = [model, ...inner.filter(isRecord)]
  const first = (names: readonly string[], least: number, most: number): number | null => {
    for (const name of names)
      for (const place of places) {
        const value = place[name]
        if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
      }
    return null
  }
  const contextWindow = first(WINDOW, 500, 100_000_000)
  return { contextWindow, maxOutput: first(OUTPUT, 1, contextWindow ?? 100_000_000) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
