import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { Quirks } from '../settings/presets.ts'
import { searchesWeb } from '../settings/web-search.ts'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { cachePoint } from './cache-point.ts'
import { plainOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { withCachePoints } from './chat-cache.ts'
import { chatSound } from './chat-sound.ts'
import { priceIn, usageOf } from './chat-usage.ts'
import { chatEvents } from './events-chat.ts'
import { isImageModel, makePicture, RATIOS } from './image-models.ts'
import { isRecord } from './is-record.ts'
import { listModels } from './list-models.ts'
import { isOllama, neverCut, withLoaded } from './ollama.ts'
import { KEPT } from './parts.ts'
import type { LlmPart, LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { quirksOf } from './quirks.ts'
import { detailsFor, detailsMeta, gatherDetails, SKIP_SIGNATURE } from './reasoning-details.ts'
import { streamAnswer } from './stream.ts'
import { nearestEffort } from './thinking.ts'

/**
 * Chat completions as OpenAI defined them and most hosted and local servers implement them. `baseUrl` ends before
 * `/chat/completions`.
 */
export const adapter: Adapter = chatAdapter(quirksOf)

/** The same for a special kind of provider with its own quirks. */
export function chatAdapter(quirksAt: (baseUrl: string) => Quirks): Adapter {
  return {
    create: (options) => (request) => {
      const own = quirksAt(options.baseUrl)
      if (own.picturesInChat !== true && isImageModel(request.model)) return makePicture(options, request)
      const forgotten = request.lacks?.includes('forgotten') === true
      const quirks: Quirks = forgotten ? { ...own, replayThinking: 'required' } : own
      const answer = (): AsyncIterable<LlmPart> =>
        streamAnswer(
          options,
          request,
          (fetch, signal, clean) => ask({ ...options, fetch }, clean, signal, quirks),
          chatEvents(quirks, options.note),
        )
      return isOllama(options) ? neverCut(options, request, answer) : answer()
    },
    listModels: (options, signal) => withLoaded(listModels(options, signal), options, signal),
  }
}

/** Name under which the library keeps data to be sent back (Gemini's thought signatures). */
const META = 'compatible'

type Body = Record<string, unknown>

/**
 * Other hosts of these models (OpenRouter, vLLM) refuse, through their templates, what Mistral refuses; elsewhere it
 * does no harm.
 */
const OF_MISTRAL = /(mi|mini|magi|dev|code|math)stral|(mi|pi|vo)xtral/i

function ask(
  { baseUrl, fetch, advanced }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
  quirks: Quirks,
): PromiseLike<LanguageModelV4StreamResult> {
  const details = gatherDetails()
  let cost: number | null = null
  const provider = createOpenAICompatible({
    name: META,
    baseURL: baseUrl,
    fetch,
    headers: conversationIn(request, quirks, 'header'),
    includeUsage: quirks.streamOptions,
    transformRequestBody: ({ max_tokens, ...body }) =>
      finished(
        max_tokens === undefined ? body : { ...body, [quirks.limitField]: max_tokens },
        request,
        quirks,
        baseUrl,
        advanced,
      ),
    convertUsage: (usage) => usageOf(usage, quirks),
    metadataExtractor: {
      extractMetadata: async () => undefined,
      createStreamExtractor: () => ({
        processChunk: (chunk) => {
          if (!isRecord(chunk)) return
          const choice: unknown = Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined
          if (isRecord(choice) && isRecord(choice['delta'])) details.take(choice['delta']['reasoning_details'])
          cost = priceIn(chunk['usage']) ?? cost
        },
        buildMetadata: () => {
          const whole = details.whole()
          const meta = whole.length === 0 ? {} : { meta: detailsMeta(whole, request.model) as never }
          return { [KEPT]: { ...meta, ...(cost === null ? {} : { cost }) } }
        },
      }),
    },
  })
  return provider.chatModel(request.model).doStream({
    ...plainOptions(request, signal, advanced),
    prompt: toPrompt(request.system, request.messages, {
      toolIds: quirks.toolIds,
      imagesInResults: false,
      answerAfterTools: quirks.answerAfterTools === true || OF_MISTRAL.test(request.model),
      sound: chatSound,
      // the library would send Google's signatures to every provider, in a field that others refuse
      meta: (provider) =>
        provider === META || (provider === 'google' && quirks.signedCalls?.test(request.model) === true),
      // signed blocks belong to another provider
      thinking: (block, inRound) =>
        block.meta === undefined &&
        (quirks.replayThinking === 'required' || (quirks.replayThinking === 'round' && inRound)),
      answer: (answer) => {
        const back = detailsFor(answer, request.model, quirks.thinking === 'details')
        return back.length === 0 ? undefined : { openaiCompatible: { reasoning_details: back as never } }
      },
    }),
  })
}

/** Adds to a request what the library leaves out. */
function finished(
  body: Body,
  request: LlmRequest,
  quirks: Quirks,
  baseUrl: string,
  advanced: AdapterOptions['advanced'],
): Body {
  const asked = thinkingFields(request, quirks, baseUrl)
  const { models, place } = quirks.cachePoint ?? {}
  const point = models?.test(request.model) ? cachePoint(advanced) : null
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isRecord) : []
  // thinking is on unless it was explicitly switched off
  const thinks = quirks.replayThinking === 'required' && !isSwitchedOff(asked)
  return {
    ...body,
    ...asked,
    ...conversationIn(request, quirks, 'member'),
    ...(point !== null && place === 'body' && { cache_control: point }),
    ...(quirks.thinking === 'details' ? { usage: { include: true } } : {}),
    ...(quirks.picturesInChat === true ? pictureFields(request) : {}),
    ...(quirks.searchTool !== undefined &&
    request.webSearch === true &&
    searchesWeb({ kind: 'openrouter', baseUrl }, request.model)
      ? { tools: [...(Array.isArray(body['tools']) ? body['tools'] : []), quirks.searchTool] }
      : {}),
    messages: (point !== null && place === 'content' ? withCachePoints(messages, point) : messages).map((message) => {
      if (message['role'] !== 'assistant') return message
      const signed = quirks.signedCalls?.test(request.model) ? withSignatures(message) : message
      return thinks && signed['reasoning_content'] === undefined ? { ...signed, reasoning_content: '' } : signed
    }),
  }
}

/** Asks for a picture in a chat completion: https://openrouter.ai/docs/features/multimodal/image-generation */
function pictureFields({ model, draws, shape }: LlmRequest): Body {
  const makes = draws ?? (/(^|[-/])image/i.test(model) ? 'with-text' : isImageModel(model) ? 'alone' : undefined)
  if (makes === undefined) return {}
  return {
    modalities: makes === 'alone' ? ['image'] : ['image', 'text'],
    ...(shape !== undefined && { image_config: { aspect_ratio: RATIOS[shape] } }),
  }
}

/** The id of the conversation, if this provider takes it in the body (`member`) or in a header. */
function conversationIn(
  { cacheKey }: LlmRequest,
  { conversation }: Quirks,
  place: 'member' | 'header',
): Record<string, string> {
  const name = (conversation as { member?: string; header?: string } | undefined)?.[place]
  return name === undefined || cacheKey === undefined ? {} : { [name]: cacheKey }
}

function withSignatures(message: Body): Body {
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) return message
  const stand = { google: { thought_signature: SKIP_SIGNATURE } }
  return {
    ...message,
    tool_calls: calls.map((call: Body) => (call['extra_content'] ? call : { ...call, extra_content: stand })),
  }
}

const isSwitchedOff = ({ thinking }: Body): boolean => isRecord(thinking) && thinking['type'] === 'disabled'

/** Thinking tokens for a model with a budget; from `high` on, without a limit. */
const BUDGETS = { minimal: '512', low: '2048', medium: '8192', high: '' }

/** Families for which OpenRouter can switch thinking off; others refuse. */
const CAN_STOP = /^(deepseek|moonshotai|qwen|z-ai|anthropic)\//

/** The fields that switch thinking on or off for this provider; empty for models that refuse them. */
function thinkingFields({ model, thinking }: LlmRequest, quirks: Quirks, baseUrl: string): Body {
  const known = () => describeModel({ kind: 'openai-compatible', baseUrl }, model).thinking
  // OpenRouter leaves out what a model does not accept
  const able = quirks.thinking === 'details' || (quirks.thinkingModels?.test(model) ?? known() !== false)
  if (!able || quirks.thinking === 'never') return {}
  const off = thinking === 'off'
  if (off && quirks.alwaysThink?.test(model)) return {}
  const effort = off ? undefined : nearestEffort(thinking, quirks.efforts)
  switch (quirks.thinking) {
    case 'effort':
      return off ? {} : { reasoning_effort: effort }
    case 'switch':
      return { thinking: { type: off ? 'disabled' : 'enabled' } }
    case 'switch-effort':
      return off ? { thinking: { type: 'disabled' } } : { thinking: { type: 'enabled' }, reasoning_effort: effort }
    case 'enable': {
      const budget = off ? undefined : nearestEffort(thinking, BUDGETS)
      return { enable_thinking: !off, ...(budget && { thinking_budget: Number(budget) }) }
    }
    case 'details':
      if (!off) return { reasoning: { effort } }
      return CAN_STOP.test(model) ? { reasoning: { enabled: false } } : {}
  }
}
