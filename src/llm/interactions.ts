import { createGoogle } from '@ai-sdk/google'
import type { LanguageModelV4StreamPart, LanguageModelV4StreamResult } from '@ai-sdk/provider'
import type { AdapterOptions } from './adapter.ts'
import { ownCode, ownSearch, plainOptions } from './call-options.ts'
import { interactionsEvents } from './events-interactions.ts'
import { GOOGLE_CODE, GOOGLE_SEARCH, NO_KEY, soundOfGoogle } from './google-words.ts'
import { asInteraction, withUsageOf } from './interaction-runs.ts'
import { usageOfInteraction } from './interaction-usage.ts'
import type { LlmPart, LlmRequest } from './port.ts'
import { toPrompt } from './prompt.ts'
import { streamAnswer } from './stream.ts'
import { effortOf } from './thinking.ts'

/**
 * Google's Interactions API, where an answer continues when this tab dies and can be resumed. Each request sends the
 * whole conversation, whatever Google has stored: our record is the truth, and it can be branched, shortened and
 * edited.
 */
export async function* askInteraction(options: AdapterOptions, request: LlmRequest): AsyncGenerator<LlmPart, void> {
  const fetch = asInteraction(request.resume, options)
  const parts = streamAnswer(
    { ...options, fetch },
    request,
    (wireFetch, signal, clean) => ask({ ...options, fetch: wireFetch }, clean, signal),
    interactionsEvents(),
    dropName,
  )
  let id: string | undefined
  for await (const part of parts) {
    if (part.type === 'start') id = part.responseId
    const counted = part.type !== 'done' || part.usage.input + part.usage.output > 0
    yield counted || id === undefined ? part : await withUsageOf(id, part, options, request, usageOfInteraction)
  }
}

/**
 * Models that run in the background, by Google's guide to it: Gemini 3 and later. Models that draw use the normal API.
 */
export const goesOn = (model: string): boolean => /^gemini-([3-9]|flash|pro)/.test(model) && !/-image(-|$)/.test(model)

function ask(
  { baseUrl, fetch, advanced }: AdapterOptions,
  request: LlmRequest,
  signal: AbortSignal,
): PromiseLike<LanguageModelV4StreamResult> {
  return createGoogle({ baseURL: baseUrl, apiKey: NO_KEY, fetch })
    .interactions(request.model)
    .doStream({
      ...plainOptions(request, signal, advanced, [
        ...ownSearch('google', baseUrl, request, GOOGLE_SEARCH),
        ...ownCode('google', baseUrl, request, GOOGLE_CODE),
      ]),
      reasoning: effortOf(request.thinking),
      providerOptions: { google: { thinkingSummaries: request.thinking === 'off' ? 'none' : 'auto' } },
      prompt: toPrompt(request.system, request.messages, {
        toolIds: /^.{1,128}$/,
        imagesInResults: true,
        filesInResults: false,
        imagesInAnswers: true,
        sound: soundOfGoogle,
        // signed by this API: signatures of `generateContent` are in other fields
        thinking: (block) => typeof block.meta?.['google']?.['signature'] === 'string',
      }),
      // raw events are needed, too: their numbers are the cursor
      includeRawChunks: true,
    })
}

/** The library puts the interaction's id on each block, for its own way to continue, which we do not use. */
function dropName(part: LanguageModelV4StreamPart): void {
  const google = 'providerMetadata' in part ? part.providerMetadata?.['google'] : undefined
  if (google === undefined) return
  delete google['interactionId']
  if (Object.keys(google).length === 0) delete (part as { providerMetadata?: unknown }).providerMetadata
}
