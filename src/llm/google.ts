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
import { RATIOS } from './image-models.ts'
import { cancelInteraction } from './interaction-runs.ts'
import { askInteraction, goesOn } from './interactions.ts'
import { listModels } from './list-models.ts'
import type { CodeRun, LlmPart, LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { type Ask, streamAnswer } from './stream.ts'
import { type Effort, effortOf } from './thinking.ts'

/** Google's Gemini API, or its Interactions API if the person asks for it. `baseUrl` ends before `/models`. */
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

/** Removes the id of an answer that does not continue: it could not be found by it. */
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
        // sent since Gemini 3; ids of other providers are accepted
        toolIds: /^.{1,128}$/,
        imagesInResults: true,
        imagesInAnswers: true,
        sound: soundOfGoogle,
        // signatures of the Interactions API are useless here, and calls and results of Google's own tools are wanted
        // only until the next user message
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
/** Models that think; others refuse even the field. Aliases (`gemini-flash-latest`) mean models that think. */
const THINKS = /^gemini-(2\.5|[3-9]|flash|pro)/

/** Thinking arrives as summaries, on request. The library replaces unsupported levels by the nearest. */
function thinking(
  baseUrl: string,
  { model, thinking: level, shape }: LlmRequest,
  draws: boolean,
): { reasoning?: Effort; providerOptions?: SharedV4ProviderOptions } {
  const form = shape === undefined ? {} : { imageConfig: { aspectRatio: RATIOS[shape] } }
  const modalities = draws ? { responseModalities: ['TEXT', 'IMAGE'], ...form } : {}
  const able = describeModel({ kind: 'google', baseUrl }, model).thinking ?? THINKS.test(model)
  if (!able || draws) return draws ? { providerOptions: { google: modalities } } : {}
  const thinkingConfig = { includeThoughts: level !== 'off' }
  return { reasoning: effortOf(level), providerOptions: { google: { ...modalities, thinkingConfig } } }
}

/** `models/gemini-…` by its plain name; models that do not converse are left out. */
function talking({ id, ...facts }: ListedModel): ListedModel[] {
  const name = id.replace(/^models\//, '')
  return OTHER.test(name) ? [] : [{ id: name, ...facts }]
}
const OTHER = /embedding|^(imagen|veo|aqa|lyria)|-(tts|live|native-audio)(-|$)|native-audio/
