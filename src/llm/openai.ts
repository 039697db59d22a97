import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4StreamResult, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { answersGoOn } from '../settings/provider-kinds.ts'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { attachTo, cancelRun, startInBackground } from './background.ts'
import { toolOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { responsesEvents } from './events-responses.ts'
import { listModels } from './list-models.ts'
import type { LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { streamAnswer } from './stream.ts'

/**
 * The Responses API of OpenAI, at its own hosts in background mode: an answer goes on there when this tab dies, and can be taken up again.
 * `baseUrl` ends before `/responses`.
 */
export const adapter: Adapter = {
  create: (options) => (request) => {
    const { resume } = request
    const fetch = !answersGoOn({ kind: 'openai', baseUrl: options.baseUrl })
      ? options.fetch
      : resume === undefined
        ? startInBackground(options.fetch)
        : attachTo(resume, options)
    return streamAnswer(
      { ...options, fetch },
      request,
      (wireFetch, signal, clean) => ask({ ...options, fetch: wireFetch }, clean, signal),
      responsesEvents(),
    )
  },
  listModels: (options, signal) => listModels(options, signal),
  background: { cancel: cancelRun },
}

/** The library insists on a key; wire.ts takes it away again, and the guarded fetch adds the real one. */
const NO_KEY = 'added-by-the-guarded-fetch'

function ask(
  { baseUrl, fetch }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  return createOpenAI({ baseURL: baseUrl, apiKey: NO_KEY, fetch })
    .responses(request.model)
    .doStream({
      ...toolOptions(request, signal),
      ...thinking(request),
      prompt: toPrompt(request.system, request.messages, {
        toolIds: /^.{1,64}$/,
        imagesInResults: true,
        thinking: (block) => block.meta?.['openai'] !== undefined,
      }),
      // the events are read as well: their numbers are the cursor
      includeRawChunks: true,
    })
}

/**
 * `store: false` has the library send whole items with their encrypted reasoning; by reference they could not be sent back once OpenAI
 * has dropped what it stores (30 days), and a session lives longer. background.ts puts `store: true` into the request itself.
 */
const WHOLE_ITEMS = { store: false }

/** `off` sends nothing: models differ in whether they accept an effort of none. */
function thinking(request: LlmRequest): {
  reasoning?: 'low' | 'medium' | 'high'
  providerOptions: SharedV4ProviderOptions
} {
  const thinks = request.thinking !== 'off' && describeModel('openai', request.model).thinking !== false
  if (request.thinking === 'off' || !thinks) return { providerOptions: { openai: WHOLE_ITEMS } }
  return { reasoning: request.thinking, providerOptions: { openai: { ...WHOLE_ITEMS, reasoningSummary: 'auto' } } }
}
