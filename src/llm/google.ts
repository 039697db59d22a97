import { createGoogle } from '@ai-sdk/google'
import type { LanguageModelV4StreamResult, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { answersGoOn } from '../settings/provider-kinds.ts'
import type { Adapter, AdapterOptions, ListedModel } from './adapter.ts'
import { ownCode, ownSearch, plainOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { codeParts } from './code-runs.ts'
import { googleEvents } from './events-google.ts'
import { ownToolParts } from './google-own-tools.ts'
import { GOOGLE_CODE, GOOGLE_SEARCH, NO_KEY, soundOfGoogle } from './google-words.ts'
import { cancelInteraction } from './interaction-runs.ts'
import { askInteraction, goesOn } from './interactions.ts'
import { listModels } from './list-models.ts'
import type { CodeRun, LlmPart, LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { type Ask, streamAnswer } from './stream.ts'
import { type Effort, effortOf } from './thinking.ts'

/** The Gemini API of Google; where the person asks for it, its Interactions API. `baseUrl` ends before `/models`. */
export const adapter: Adapter = {
  create: (options) => {
    const { baseUrl, advanced } = options
    const stored = answersGoOn({ kind: 'google', baseUrl, advanced })
    return (request) => {
      if (stored && goesOn(request.model)) return askInteraction(options, request)
      const send: Ask = (fetch, signal, clean) => ask({ ...options, fetch }, clean, signal)
      const parts = streamAnswer(options, request, send, googleEvents())
      return stored ? nameless(parts) : parts
    }
  },
  background: { cancel: cancelInteraction },
  listModels: async (options, signal) =>
    (await listModels(options, signal, { query: '?pageSize=1000' })).flatMap(talking),
}

/** The name of an answer that does not go on is no name to find it by. */
async function* nameless(parts: AsyncIterable<LlmPart>): AsyncGenerator<LlmPart, void> {
  for await (const part of parts) {
    if (part.type !== 'start') yield part
    else {
      const { responseId: _, ...start } = part
      yield start
    }
  }
}

function ask(
  { baseUrl, fetch, advanced }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  const draws = DRAWS.test(request.model)
  const code = ownCode('google', baseUrl, request, GOOGLE_CODE)
  return createGoogle({ baseURL: baseUrl, apiKey: NO_KEY, fetch })
    .languageModel(request.model)
    .doStream({
      // models that draw refuse functions
      ...plainOptions(draws ? { ...request, tools: [] } : request, signal, advanced, [
        ...ownSearch('google', baseUrl, request, GOOGLE_SEARCH),
        ...code,
      ]),
      ...thinking(baseUrl, request, draws),
      prompt: toPrompt(request.system, request.messages, {
        // ids go along since Gemini 3; what other providers make of theirs is taken
        toolIds: /^.{1,128}$/,
        imagesInResults: true,
        imagesInAnswers: true,
        sound: soundOfGoogle,
        // what the Interactions API has signed is no use here
        // and its own tools' calls and results are wanted within their round
        thinking: ({ meta }, inRound) =>
          meta?.['google'] !== undefined &&
          meta['google']['signature'] === undefined &&
          (inRound || meta['google']['ownTool'] === undefined),
        thinkingParts: ownToolParts,
        ...(code.length > 0 && { codeRuns: runBack }),
      }),
    })
}

/** Its parts have no ids: each result belongs to the code before it. */
function runBack({ meta }: CodeRun): ReturnType<typeof codeParts> | null {
  const { call, result } = meta?.['google'] ?? {}
  return call === undefined || result === undefined ? null : codeParts('code', call, result)
}

const DRAWS = /-image(-|$)/
/** Models that think; others refuse the very field. Aliases (`gemini-flash-latest`) stand for models that do. */
const THINKS = /^gemini-(2\.5|[3-9]|flash|pro)/

/** Thoughts come as summaries, where they are asked for. What a model cannot do at all, the library moves to the nearest that it can. */
function thinking(
  baseUrl: string,
  { model, thinking: level }: LlmRequest,
  draws: boolean,
): { reasoning?: Effort; providerOptions?: SharedV4ProviderOptions } {
  const modalities = draws ? { responseModalities: ['TEXT', 'IMAGE'] } : {}
  const able = describeModel({ kind: 'google', baseUrl }, model).thinking ?? THINKS.test(model)
  if (!able || draws) return draws ? { providerOptions: { google: modalities } } : {}
  const thinkingConfig = { includeThoughts: level !== 'off' }
  return { reasoning: effortOf(level), providerOptions: { google: { ...modalities, thinkingConfig } } }
}

/** `models/gemini-…` by its plain name; models for other things than talking are left out. */
function talking({ id, ...facts }: ListedModel): ListedModel[] {
  const name = id.replace(/^models\//, '')
  return OTHER.test(name) ? [] : [{ id: name, ...facts }]
}
const OTHER = /embedding|^(imagen|veo|aqa|lyria)|-(tts|live|native-audio)(-|$)|native-audio/
