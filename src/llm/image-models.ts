import type { AdapterOptions } from './adapter.ts'
import { jsonOf } from './bounded-answer.ts'
import { failureIn, LlmFailure, plainError } from './failure.ts'
import { isRecord } from './is-record.ts'
import { pictureIn } from './picture.ts'
import type { ImageData, LlmError, LlmMessage, LlmPart, LlmRequest, Usage } from './port.ts'
import { fetchError, responseError } from './wire.ts'

/**
 * Models that make pictures and do not converse, by OpenAI’s Image API: `POST {baseUrl}/images/generations`, or
 * `/images/edits` if the request has pictures. https://developers.openai.com/docs/guides/image-generation
 */

const IMAGE_MODELS =
  /(^|\/)(gpt-image|chatgpt-image|dall-e|grok-[\w.-]*image|grok-imagine|flux|stable-diffusion|sdxl|sd-?3|imagen-|seedream|qwen-image|hidream)/i
/** Whether this is the name of such a model. */
export const isImageModel = (model: string): boolean => IMAGE_MODELS.test(model)

/** Always answers with base64, and refuses the field that asks for it. */
const OWN_OF_OPENAI = /(^|\/)(gpt-image|chatgpt-image)/i

/** A picture takes up to two minutes, and a busy server queues. Milliseconds. */
const PATIENCE = 300_000
/** Characters: OpenAI’s limit. */
const LONGEST_PROMPT = 32_000
const MOST_PICTURES = 16

const SIZES = { square: '1024x1024', wide: '1536x1024', tall: '1024x1536' } as const

/** The same shapes, for providers that take a ratio. */
export const RATIOS = { square: '1:1', wide: '3:2', tall: '2:3' } as const

/** US dollars per million tokens at OpenAI: words in, pictures in, pictures out. Its price list of 2026. */
const PRICES: [model: RegExp, words: number, picturesIn: number, out: number][] = [
  [/^gpt-image-1-mini/, 2, 2.5, 8],
  [/^gpt-image-1\.5|^chatgpt-image/, 5, 8, 32],
  [/^gpt-image-1/, 5, 10, 40],
  [/^gpt-image-2(?!\.)/, 5, 8, 30],
]

/**
 * One picture for the words of the last message, as the port promises. Pictures of that message are edited; without
 * any, those of the answer before it.
 */
export async function* makePicture(options: AdapterOptions, request: LlmRequest): AsyncGenerator<LlmPart, void> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE)])
  const url = `${options.baseUrl}/images/`
  try {
    const { words, pictures } = orderIn(request.messages)
    const response = await (pictures.length === 0
      ? options.fetch(`${url}generations`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(fieldsOf(words, request)),
          signal,
        })
      : options.fetch(`${url}edits`, { method: 'POST', body: formOf(words, pictures, request), signal }))
    if (!response.ok) throw new LlmFailure(await responseError(response))
    const answer = await jsonOf(response)
    const made = isRecord(answer) && Array.isArray(answer['data']) ? pictureIn(answer['data'][0]) : null
    if (made === null) throw new LlmFailure(plainError('empty', 'The server sent no picture.'))
    yield { type: 'start', model: request.model }
    if (typeof made === 'string') yield* text(made)
    else yield { index: 0, ...made }
    yield { type: 'done', stopReason: 'stop', ...paid(isRecord(answer) ? answer['usage'] : null, options, request) }
  } catch (error) {
    yield { type: 'error', error: explain(error, request.signal, url) }
  }
}

function explain(error: unknown, wanted: AbortSignal, url: string): LlmError {
  if (wanted.aborted) return plainError('aborted')
  if (error instanceof DOMException && error.name === 'TimeoutError') return plainError('timeout')
  if (error instanceof SyntaxError) return plainError('broken-stream', 'The server sent no picture.')
  return failureIn(error) ?? fetchError(error, url)
}

function orderIn(messages: readonly LlmMessage[]): { words: string; pictures: ImageData[] } {
  const last = messages.findLast(({ role }) => role === 'user')
  const content = last?.role === 'user' ? last.content : []
  const words = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
  const own = content.filter((block) => block.type === 'image')
  const answer = messages.findLast(({ role }) => role === 'assistant')
  const before = answer?.role === 'assistant' ? answer.content.filter((block) => block.type === 'image') : []
  return { words: words.slice(0, LONGEST_PROMPT), pictures: (own.length > 0 ? own : before).slice(-MOST_PICTURES) }
}

function fieldsOf(prompt: string, { model, shape }: LlmRequest): Record<string, string> {
  return {
    model,
    prompt,
    ...(OWN_OF_OPENAI.test(model) ? {} : { response_format: 'b64_json' }),
    // without a wish the model chooses, and some servers refuse the field
    ...(shape !== undefined && { size: SIZES[shape] }),
  }
}

function formOf(words: string, pictures: readonly ImageData[], request: LlmRequest): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fieldsOf(words, request))) form.append(name, value)
  for (const [n, { mediaType, data }] of pictures.entries()) {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
    const name = `${n + 1}.${mediaType.slice('image/'.length).replace(/\W.*$/, '')}`
    form.append(pictures.length === 1 ? 'image' : 'image[]', new Blob([bytes], { type: mediaType }), name)
  }
  return form
}

function* text(words: string): Generator<LlmPart, void> {
  yield { type: 'text-start', index: 0 }
  yield { type: 'text-delta', index: 0, text: words }
  yield { type: 'text-end', index: 0 }
}

/** What the picture cost, as far as the server says. */
function paid(said: unknown, { baseUrl }: AdapterOptions, { model }: LlmRequest): { usage: Usage; cost?: number } {
  const used = isRecord(said) ? said : {}
  const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? Math.round(value) : 0)
  const [input, output] = [count(used['input_tokens']), count(used['output_tokens'])]
  const usage = { input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const details = isRecord(used['input_tokens_details']) ? used['input_tokens_details'] : {}
  const inPictures = Math.min(input, count(details['image_tokens']))
  const price = PRICES.find(([named]) => named.test(model))
  if (price === undefined || output === 0 || new URL(baseUrl).hostname !== 'api.openai.com') return { usage }
  const [, words, picturesIn, out] = price
  return { usage, cost: ((input - inPictures) * words + inPictures * picturesIn + output * out) / 1_000_000 }
}
