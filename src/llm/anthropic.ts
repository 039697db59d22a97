import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV4Prompt, LanguageModelV4StreamResult, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { runsBack } from './anthropic-code.ts'
import { containerOf, keepingContainer, withoutLostContainer } from './anthropic-container.ts'
import { cachePoint } from './cache-point.ts'
import { ownCode, ownSearch, plainOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { anthropicEvents } from './events-anthropic.ts'
import { isRecord } from './is-record.ts'
import { listModels } from './list-models.ts'
import type { LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { withoutRefusedThinking } from './refused-thinking.ts'
import { streamAnswer } from './stream.ts'
import { type Effort, effortOf } from './thinking.ts'

/** The Messages API of Anthropic. `baseUrl` ends before `/messages`. */
export const adapter: Adapter = {
  create: (given) => (request) => {
    const options = { ...given, fetch: withoutRefusedThinking(withoutLostContainer(given.fetch)) }
    const rules = anthropicEvents(options.note)
    const answer = streamAnswer(
      options,
      request,
      (fetch, signal, clean) => ask({ ...options, fetch }, clean, signal),
      rules,
    )
    return request.ownCode === true ? keepingContainer(answer, rules.container) : answer
  },
  listModels: (options, signal) =>
    listModels(options, signal, { headers: { ...BROWSER, 'anthropic-version': '2023-06-01' }, query: '?limit=1000' }),
}

/** Without this header the API does not answer web pages. Measured. */
const BROWSER = { 'anthropic-dangerous-direct-browser-access': 'true' }
/** The library requires a key; wire.ts removes it, and the guarded fetch adds the real one. */
const NO_KEY = 'added-by-the-guarded-fetch'

function ask(
  { baseUrl, fetch, advanced }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  const code = ownCode('anthropic', baseUrl, request, CODE)
  const container = code.length === 0 ? null : containerOf(request, Date.now())
  const provider = createAnthropic({
    baseURL: baseUrl,
    apiKey: NO_KEY,
    headers: BROWSER,
    fetch: withinLimit(baseUrl, request.model, fetch),
  })
  const prompt = toPrompt(request.system, request.messages, {
    toolIds: /^[a-zA-Z0-9_-]{1,64}$/,
    imagesInResults: true,
    thinking: (block) => block.meta?.['anthropic'] !== undefined,
    // without the tool, its blocks are not part of this API
    ...(code.length > 0 && { codeRuns: runsBack() }),
  })
  return provider.languageModel(request.model).doStream({
    ...plainOptions(
      request,
      signal,
      { ...advanced, maxOutput: advanced?.maxOutput ?? limitFor(baseUrl, request.model) },
      [...ownSearch('anthropic', baseUrl, request, SEARCH), ...code],
    ),
    ...reasoning(baseUrl, request),
    prompt: withCachePoints(prompt, advanced),
    providerOptions: {
      anthropic: {
        toolStreaming: new URL(baseUrl).hostname === 'api.anthropic.com',
        ...boundThinking(baseUrl, request),
        ...(container !== null && { container: { id: container } }),
      },
    },
  })
}

/** At most this many searches per answer: each is paid for, and after many Anthropic pauses an answer in the middle. */
const SEARCH = { id: 'anthropic.web_search_20250305', name: 'web_search', args: { maxUses: 5 } } as const
/** The version with commands and files, which all models with a sandbox accept. */
const CODE = { id: 'anthropic.code_execution_20250825', name: 'code_execution' } as const

/**
 * The API requires a limit, and the library sends 4,096 tokens for a model that it does not know. Other providers'
 * models with this API can give more; the library knows the limits of Claude models.
 */
function limitFor(baseUrl: string, model: string): number | undefined {
  if (model.includes('claude') && !UNKNOWN_TO_THE_LIBRARY.test(model)) return undefined
  return describeModel({ kind: 'anthropic', baseUrl }, model).maxOutput ?? 32_000
}

/** No longer offered at Anthropic's own address, but elsewhere. */
const UNKNOWN_TO_THE_LIBRARY = /claude-3-7/

/** The library adds its thinking budget to a limit, even beyond the model's maximum. */
function withinLimit(baseUrl: string, model: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const most = UNKNOWN_TO_THE_LIBRARY.test(model)
    ? describeModel({ kind: 'anthropic', baseUrl }, model).maxOutput
    : null
  if (most === null) return fetch
  return (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    if (!isRecord(body) || typeof body['max_tokens'] !== 'number') return fetch(input, init)
    return fetch(input, { ...init, body: JSON.stringify({ ...body, max_tokens: Math.min(body['max_tokens'], most) }) })
  }
}

/**
 * Everything before a cache point costs a tenth the next time: the tools with the system prompt, and the conversation
 * so far.
 */
function withCachePoints(prompt: LanguageModelV4Prompt, advanced: AdapterOptions['advanced']): LanguageModelV4Prompt {
  const cacheControl = cachePoint(advanced)
  if (cacheControl === null) return prompt
  return prompt.map((message, at) =>
    message.role === 'system' || at === prompt.length - 1
      ? { ...message, providerOptions: { anthropic: { cacheControl } } }
      : message,
  )
}

/**
 * These models check that the system prompt, the tools and all messages before signed thinking are the same as when it
 * was made. Ours change (the day, notes, new tools, shortened results, a summary), so thinking that no longer fits
 * shall be dropped, not refused. With "off" this is sent only to models that always think; with the others' "off" it
 * cannot be sent (refused-thinking.ts handles the refusal). Source: Anthropic's guide to preserved thinking.
 */
const BOUND = /claude-[a-z]+-(5-[1-9]|[6-9])(?!\d)/
const ALWAYS_THINKS = /claude-(fable|mythos|opus-5)-/
const blockBinding = { prefixMismatchBehavior: 'drop_block' } as const

function boundThinking(baseUrl: string, { model, thinking }: LlmRequest): SharedV4ProviderOptions[string] {
  if (!BOUND.test(model) || new URL(baseUrl).hostname !== 'api.anthropic.com') return {}
  // this replaces everything that the library derives from `reasoning`, except the effort
  if (thinking !== 'off') return { thinking: { type: 'adaptive', display: 'summarized', blockBinding } }
  return ALWAYS_THINKS.test(model) ? { thinking: { blockBinding } } : {}
}

/**
 * Models that think by a token budget: they refuse a request if the answers since the last user message began without
 * thinking.
 */
const BY_BUDGET = /claude-(3-7|(opus|sonnet|haiku)-4(-[015]\b|-2\d{7}|@|$))/

function reasoning(baseUrl: string, request: LlmRequest): { reasoning?: Effort } {
  const thinks = describeModel({ kind: 'anthropic', baseUrl }, request.model).thinking
  if (thinks === false) return {}
  if (request.thinking === 'off') return thinks ? { reasoning: 'none' } : {}
  if (BY_BUDGET.test(request.model) && roundWithoutThinking(request)) return {}
  return { reasoning: effortOf(request.thinking) }
}

/** Whether the answers that this request continues began without signed thinking (another model, or switched off). */
function roundWithoutThinking({ messages }: LlmRequest): boolean {
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  const answer = messages.slice(lastUser + 1).findLast((message) => message.role === 'assistant')
  if (answer === undefined) return false
  return !answer.content.some((block) => block.type === 'thinking' && block.meta?.['anthropic'] !== undefined)
}
