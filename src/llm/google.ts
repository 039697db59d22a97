import { createGoogle } from '@ai-sdk/google'
import type { LanguageModelV4StreamResult, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Adapter, AdapterOptions, ListedModel } from './adapter.ts'
import { ownCode, ownSearch, plainOptions } from './call-options.ts'
import { describeModel } from './catalogue.ts'
import { codeParts } from './code-runs.ts'
import { googleEvents } from './events-google.ts'
import { listModels } from './list-models.ts'
import type { CodeRun, LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { streamAnswer } from './stream.ts'
import { type Effort, effortOf } from './thinking.ts'

/** The Gemini API of Google. `baseUrl` ends before `/models`. */
export const adapter: Adapter = {
  create: (options) => (request) =>
    streamAnswer(options, request, (fetch, signal, clean) => ask({ ...options, fetch }, clean, signal), googleEvents()),
  listModels: async (options, signal) =>
    (await listModels(options, signal, { query: '?pageSize=1000' })).flatMap(talking),
}

/** The library insists on a key; wire.ts takes it away again, and the guarded fetch adds the real one. */
const NO_KEY = 'added-by-the-guarded-fetch'

function ask(
  { baseUrl, fetch, advanced }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  const draws = DRAWS.test(request.model)
  const code = ownCode('google', baseUrl, request, CODE)
  return createGoogle({ baseURL: baseUrl, apiKey: NO_KEY, fetch })
    .languageModel(request.model)
    .doStream({
      // models that draw refuse functions
      ...plainOptions(draws ? { ...request, tools: [] } : request, signal, advanced, [
        ...ownSearch('google', baseUrl, request, SEARCH),
        ...code,
      ]),
      ...thinking(baseUrl, request, draws),
      prompt: toPrompt(request.system, request.messages, {
        // ids go along since Gemini 3; what other providers make of theirs is taken
        toolIds: /^.{1,128}$/,
        imagesInResults: true,
        imagesInAnswers: true,
        // as Google's own list of formats calls it
        sound: (part) => (part.mediaType === 'audio/mpeg' ? { ...part, mediaType: 'audio/mp3' } : part),
        thinking: (block) => block.meta?.['google'] !== undefined,
        ...(code.length > 0 && { codeRuns: runBack }),
      }),
    })
}

const SEARCH = { id: 'google.google_search', name: 'google_search' } as const
const CODE = { id: 'google.code_execution', name: 'code_execution' } as const

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
