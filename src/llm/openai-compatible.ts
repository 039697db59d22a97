import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { Adapter, AdapterOptions } from './adapter.ts'
import { toolOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { listModels } from './list-models.ts'
import type { LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { quirksOf } from './quirks.ts'
import { streamAnswer } from './stream.ts'

/** Chat completions as OpenAI defined them and most hosted and local servers speak them. `baseUrl` ends before `/chat/completions`. */
export const adapter: Adapter = {
  create: (options) => (request) =>
    streamAnswer(options, request, (fetch, signal) => ask({ ...options, fetch }, request, signal)),
  listModels: (options, signal) => listModels(options, signal),
}

/** Under this name the library keeps what must be sent back (thought signatures of Gemini). */
const META = 'compatible'

function ask(
  { baseUrl, fetch }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  const quirks = quirksOf(baseUrl)
  const provider = createOpenAICompatible({
    name: META,
    baseURL: baseUrl,
    fetch,
    includeUsage: quirks.streamOptions,
    transformRequestBody: ({ max_tokens, ...body }) =>
      max_tokens === undefined ? body : { ...body, [quirks.limitField]: max_tokens },
  })
  return provider.chatModel(request.model).doStream({
    ...toolOptions(request, signal),
    ...reasoning(request),
    prompt: toPrompt(request.system, request.messages, {
      toolIds: quirks.toolIds,
      imagesInResults: false,
      // signed blocks belong to another provider
      thinking: (block, inRound) => quirks.replayThinking && inRound && block.meta === undefined,
    }),
  })
}

/** `off` sends nothing: models that cannot think reject the field. */
function reasoning(request: LlmRequest): { reasoning?: 'low' | 'medium' | 'high' } {
  if (request.thinking === 'off') return {}
  return describeModel('openai-compatible', request.model).thinking === false ? {} : { reasoning: request.thinking }
}
