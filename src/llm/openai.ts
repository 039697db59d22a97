import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4StreamResult, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { answersGoOn } from '../settings/provider-kinds.ts'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { attachTo, cancelRun, startInBackground } from './background.ts'
import { ownCode, ownSearch, plainOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { responsesEvents } from './events-responses.ts'
import { isImageModel, makePicture } from './image-models.ts'
import { listModels } from './list-models.ts'
import { containerOf, withoutLostContainer } from './openai-container.ts'
import { withoutLostItems, withoutTornThinking } from './own-runs.ts'
import type { LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { withoutRefusedReasoning } from './refused-thinking.ts'
import { streamAnswer } from './stream.ts'
import { type Effort, effortOf } from './thinking.ts'

/**
 * OpenAI's Responses API, at OpenAI's own hosts in background mode: an answer continues there when this tab dies, and
 * can be resumed. `baseUrl` ends before `/responses`.
 */
export const adapter: Adapter = {
  create: (given) => (request) => {
    if (isImageModel(request.model)) return makePicture(given, request)
    const options = { ...given, fetch: withoutRefusedReasoning(withoutLostContainer(given.fetch)) }
    const { resume } = request
    const fetch = !answersGoOn({ kind: 'openai', baseUrl: options.baseUrl, advanced: options.advanced })
      ? options.fetch
      : resume === undefined
        ? startInBackground(options.fetch)
        : attachTo(resume, options)
    return streamAnswer(
      { ...options, fetch },
      request,
      (wireFetch, signal, clean) => ask({ ...options, fetch: wireFetch }, clean, signal),
      responsesEvents(options.note),
      withoutLostItems(),
    )
  },
  listModels: (options, signal) => listModels(options, signal),
  background: { cancel: cancelRun },
}

/** The library requires a key; wire.ts removes it, and the guarded fetch adds the real one. */
const NO_KEY = 'added-by-the-guarded-fetch'

function ask(
  { baseUrl, fetch, advanced }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  const search = thinksTooLittle(request) ? [] : ownSearch('openai', baseUrl, request, SEARCH)
  const container = containerOf(request)
  const code = ownCode('openai', baseUrl, request, container === null ? CODE : { ...CODE, args: { container } })
  const own = [...search, ...code]
  return createOpenAI({ baseURL: baseUrl, apiKey: NO_KEY, fetch })
    .responses(request.model)
    .doStream({
      ...plainOptions(request, signal, advanced, own),
      ...thinking(baseUrl, request),
      prompt: toPrompt(request.system, withoutTornThinking(request.messages), {
        toolIds: /^.{1,64}$/,
        imagesInResults: true,
        thinking: (block) => block.meta?.['openai'] !== undefined,
      }),
      // raw events are needed, too: their numbers are the cursor
      includeRawChunks: true,
    })
}

const SEARCH = { id: 'openai.web_search', name: 'web_search' } as const
const CODE = { id: 'openai.code_interpreter', name: 'code_interpreter' } as const
/** The first GPT-5 models refuse to search at the lowest thinking level. */
const thinksTooLittle = ({ model, thinking }: LlmRequest): boolean =>
  /^gpt-5(-mini|-nano)?(-20\d\d|$)/.test(model) && (thinking === 'off' || thinking === 'minimal')

/**
 * With `store: false` the library sends whole items with their encrypted reasoning; by reference they could not be sent
 * back after OpenAI has deleted them (30 days), and a session lives longer. background.ts sets `store: true` in the
 * request itself.
 */
const WHOLE_ITEMS = { store: false, includeWebSearchSources: false }

/** Models of the o series accept only these; for others the library knows the levels. */
const O_SERIES: Record<LlmRequest['thinking'], 'low' | 'medium' | 'high'> = {
  off: 'low',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  max: 'high',
}

/** "Off" is sent, too: a model that cannot stop thinking is asked for the least. */
function thinking(
  baseUrl: string,
  { model, thinking: level, cacheKey }: LlmRequest,
): {
  reasoning?: Effort
  providerOptions: SharedV4ProviderOptions
} {
  // other hosts of this API may refuse unknown fields
  const cached = cacheKey !== undefined && new URL(baseUrl).hostname === 'api.openai.com'
  const options = { ...WHOLE_ITEMS, ...(cached && { promptCacheKey: cacheKey }) }
  if (describeModel({ kind: 'openai', baseUrl }, model).thinking === false)
    return { providerOptions: { openai: options } }
  const summary = level === 'off' ? {} : { reasoningSummary: 'auto' }
  const reasoning = /^o\d/.test(model) ? O_SERIES[level] : effortOf(level)
  return { reasoning, providerOptions: { openai: { ...options, ...summary } } }
}
