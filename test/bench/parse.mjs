import { ratio } from './figures.mjs'
import { importBundled } from './moorex-bundle.mjs'

const CHUNKS = 20_000
/** Bytes that a fast connection delivers at once. */
const PIECE = 16_384

/**
 * What a provider sends: 20,000 pieces of text, as server-sent events. @type {Record<string, { before: object[], chunk:
 * (text: string, at: number) => object, after: object[], done?: true }>}
 */
const WIRES = {
  Anthropic: {
    before: [
      {
        ...{ type: 'message_start' },
        message: {
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [] },
          ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 9, output_tokens: 1 } },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ],
    chunk: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    after: [
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ],
  },
  'OpenAI Responses': {
    before: [
      {
        type: 'response.created',
        response: { id: 'resp_1', created_at: 1, model: 'gpt-5.1', status: 'in_progress' },
        sequence_number: 0,
      },
      {
        ...{ type: 'response.output_item.added', output_index: 0, sequence_number: 1 },
        item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
      },
    ],
    chunk: (delta, at) => ({
      ...{ type: 'response.output_text.delta', sequence_number: at + 2, item_id: 'msg_1' },
      ...{ output_index: 0, content_index: 0, delta, logprobs: [] },
    }),
    after: [
      {
        ...{ type: 'response.output_item.done', output_index: 0 },
        item: { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
      },
      {
        type: 'response.completed',
        response: {
          ...{ id: 'resp_1', created_at: 1, model: 'gpt-5.1', status: 'completed' },
          usage: { input_tokens: 9, output_tokens: 9 },
        },
      },
    ],
  },
  'chat completions': {
    before: [],
    chunk: (content) => completion({ content }, null),
    after: [
      completion({}, 'stop'),
      { ...completion({}, null), choices: [], usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 } },
    ],
    done: true,
  },
  Gemini: {
    before: [],
    chunk: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }], responseId: 'r' }),
    after: [
      {
        candidates: [{ content: { role: 'model', parts: [{ text: '.' }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 9, totalTokenCount: 18 },
      },
    ],
  },
}

/** @param {object} delta @param {string | null} finish_reason */
function completion(delta, finish_reason) {
  return {
    ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
    choices: [{ index: 0, delta, finish_reason }],
  }
}

/** Both ways of reading one answer, each from the same bytes. */
const SOURCE = `
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { adapter as anthropic } from '../../src/llm/anthropic.ts'
import { adapter as google } from '../../src/llm/google.ts'
import { adapter as openai } from '../../src/llm/openai.ts'
import { adapter as compatible } from '../../src/llm/openai-compatible.ts'

const WIRES = {
  Anthropic: ['https://api.anthropic.com/v1', 'claude-sonnet-4-5', anthropic,
    (baseURL, fetch, model) => createAnthropic({ baseURL, apiKey: 'x', fetch }).languageModel(model)],
  'OpenAI Responses': ['https://api.openai.com/v1', 'gpt-5.1', openai,
    (baseURL, fetch, model) => createOpenAI({ baseURL, apiKey: 'x', fetch }).responses(model)],
  'chat completions': ['http://localhost:1/v1', 'm', compatible,
    (baseURL, fetch, model) => createOpenAICompatible({ name: 'x', baseURL, apiKey: 'x', fetch }).languageModel(model)],
  Gemini: ['https://generativelanguage.googleapis.com/v1beta', 'gemini-3-pro-preview', google,
    (baseURL, fetch, model) => createGoogle({ baseURL, apiKey: 'x', fetch }).languageModel(model)],
}
const content = [{ type: 'text', text: 'Go' }]

export async function byLibrary(wire, fetch) {
  const [baseUrl, model, , make] = WIRES[wire]
  const prompt = [{ role: 'user', content }]
  const { stream } = await make(baseUrl, fetch, model).doStream({ prompt })
  let length = 0
  for await (const part of stream) {
    if (part.type === 'text-delta') length += part.delta.length
    if (part.type === 'error') throw part.error
  }
  return length
}
export async function byAdapter(wire, fetch) {
  const [baseUrl, model, adapter] = WIRES[wire]
  const request = { model, system: '', messages: [{ role: 'user', content }], tools: [], toolChoice: 'auto', thinking: 'off' }
  let length = 0
  const answer = adapter.create({ baseUrl, fetch })
  for await (const part of answer({ ...request, signal: new AbortController().signal })) {
    if (part.type === 'text-delta') length += part.text.length
    if (part.type === 'error') throw new Error(part.error.message)
  }
  return length
}
`

/**
 * What reading an answer of 20,000 chunks takes here, against what the provider's library takes to read it alone: the
 * same bytes, in Node, one after the other.
 * @param {{ quick: boolean }} options @returns {Promise<import('./figures.mjs').Section>}
 */
export async function benchParse({ quick }) {
  const { byLibrary, byAdapter } = await importBundled(SOURCE, new URL('./', import.meta.url), { packages: true })
  const runs = quick ? 5 : 15
  const figures = []
  for (const name of Object.keys(WIRES)) {
    const bytes = bytesOf(name)
    /** @param {typeof byLibrary} read */
    const timed = async (read) => {
      const from = performance.now()
      const length = await read(name, async () => answerWith(bytes))
      if (length < CHUNKS * 5) throw new Error(`${name}: only ${length} characters came`)
      return performance.now() - from
    }
    /** @type {[library: number[], adapter: number[]]} */
    const [library, adapter] = [[], []]
    // the first runs compile
    for (let run = -3; run < runs; run++) {
      const alone = await timed(byLibrary)
      const whole = await timed(byAdapter)
      if (run < 0) continue
      library.push(alone)
      adapter.push(whole)
    }
    figures.push(ratio(`20,000 chunks, ${name}`, adapter, library, { limit: 2, of: "the library's own parse" }))
  }
  return { title: 'Reading an answer', figures }
}

/** @param {string} name */
function bytesOf(name) {
  const wire = WIRES[name]
  if (wire === undefined) throw new Error(`No wire is called ${name}`)
  const chunks = Array.from({ length: CHUNKS }, (_, at) => wire.chunk(`word${at % 10} `, at))
  const lines = [...wire.before, ...chunks, ...wire.after].map((event) => `data: ${JSON.stringify(event)}\n\n`)
  return new TextEncoder().encode(lines.join('') + (wire.done ? 'data: [DONE]\n\n' : ''))
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function answerWith(bytes) {
  let at = 0
  const body = new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + PIECE))
      at += PIECE
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
