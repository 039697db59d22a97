import type { AdapterOptions } from '../../../src/llm/adapter.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'

/** Streams as the providers send them, written by hand after their documentation, and what must be made of them. */

export type Recorded = {
  kind: ProviderKind
  /** Where the base URL ends; absent: `/v1`. */
  base?: string
  /** What the person has set for it. */
  advanced?: AdapterOptions['advanced']
  /** The answer comes to a second request, after the one that asks. */
  inTwo?: true
  /** The model that is asked; absent: any. */
  model?: string
  /** Calls come whole, in the very last event: who hangs up at one may find the other side done. */
  callsComeLast?: true
  /** A complete answer: thinking, text with characters of two to four bytes, two parallel tool calls. */
  complete: string
  parts: LlmPart[]
  /** Some text, then the provider's own error event for an overload. */
  overloaded: string
  /** Some text, then an event whose JSON breaks off. */
  malformed: string
  /** Some text, then nothing: no word of an end. */
  unfinished: string
  /** A proper end without any content. */
  empty: string
  /** null: its documentation has none. */
  refusal: string | null
  length: string
}

const sse = (...events: (object | string)[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
const named = (...events: { type: string; [key: string]: unknown }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

const chunk = (delta: object, finish: string | null = null, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'test-model-0101',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const call = (index: number, fields: object): object => ({ tool_calls: [{ index, ...fields }] })

const openaiHead = [
  chunk({ role: 'assistant', reasoning_content: 'Ich ' }),
  chunk({ reasoning_content: 'überlege 🤔.' }),
  chunk({ content: 'Grüße, ' }),
  chunk({ content: '日本 😀' }),
]

export const openaiRecorded: Recorded = {
  kind: 'openai-compatible',
  complete:
    ': keep-alive\n\n' +
    sse(
      ...openaiHead,
      chunk(call(0, { id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '' } })),
      chunk(call(0, { function: { arguments: '{"path":"ä' } })),
      chunk(call(0, { function: { arguments: '.md"}' } })),
      chunk(call(1, { id: 'call_b', type: 'function', function: { name: 'list_files', arguments: '{}' } })),
      chunk({}, 'tool_calls'),
      {
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_790_000_000,
        model: 'test-model-0101',
        choices: [],
        usage: {
          prompt_tokens: 120,
          completion_tokens: 45,
          total_tokens: 165,
          prompt_tokens_details: { cached_tokens: 100 },
          completion_tokens_details: { reasoning_tokens: 5 },
        },
      },
      '[DONE]',
    ),
  parts: [
    { type: 'start', responseId: 'chatcmpl-1', model: 'test-model-0101' },
    { type: 'thinking-start', index: 0 },
    { type: 'thinking-delta', index: 0, text: 'Ich ' },
    { type: 'thinking-delta', index: 0, text: 'überlege 🤔.' },
    { type: 'thinking-end', index: 0 },
    { type: 'text-start', index: 1 },
    { type: 'text-delta', index: 1, text: 'Grüße, ' },
    { type: 'text-delta', index: 1, text: '日本 😀' },
    { type: 'tool-call-start', index: 2, id: 'call_a', name: 'read_file' },
    { type: 'tool-call-delta', index: 2, text: '{"path":"ä' },
    { type: 'tool-call-delta', index: 2, text: '.md"}' },
    { type: 'tool-call-start', index: 3, id: 'call_b', name: 'list_files' },
    { type: 'text-end', index: 1 },
    { type: 'tool-call-end', index: 2, id: 'call_a', name: 'read_file', arguments: '{"path":"ä.md"}' },
    { type: 'tool-call-delta', index: 3, text: '{}' },
    { type: 'tool-call-end', index: 3, id: 'call_b', name: 'list_files', arguments: '{}' },
    {
      type: 'done',
      stopReason: 'tool-use',
      usage: { input: 120, output: 45, cacheRead: 100, cacheWrite: 0, reasoning: 5 },
    },
  ],
  overloaded: sse(...openaiHead, {
    error: { message: 'The engine is currently overloaded', type: 'overloaded', code: null },
  }),
  malformed: `${sse(...openaiHead)}data: {"id":"chatcmpl-1","choices":[{"del\n\n`,
  unfinished: sse(...openaiHead),
  empty: sse(chunk({ role: 'assistant', content: '' }), chunk({}, 'stop'), '[DONE]'),
  refusal: sse(chunk({ role: 'assistant', content: 'I cannot' }), chunk({}, 'content_filter'), '[DONE]'),
  length: sse(chunk({ role: 'assistant', content: 'One, two' }), chunk({}, 'length'), '[DONE]'),
}

const message = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test-1',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 20, cache_read_input_tokens: 90, cache_creation_input_tokens: 10, output_tokens: 1 },
  },
}
const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const end = (stop_reason: string) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 45 } },
  { type: 'message_stop' },
]
const anthropicHead = [
  message,
  block(0, { type: 'thinking', thinking: '', signature: '' }),
  { type: 'ping' },
  delta(0, { type: 'thinking_delta', thinking: 'überlege 🤔.' }),
  delta(0, { type: 'signature_delta', signature: 'c2lnbmF0dXJl' }),
  stop(0),
  block(1, { type: 'redacted_thinking', data: 'cmVkYWN0ZWQ=' }),
  stop(1),
  block(2, { type: 'text', text: '' }),
  delta(2, { type: 'text_delta', text: 'Grüße, ' }),
  delta(2, { type: 'text_delta', text: '日本 😀' }),
]

export const anthropicRecorded: Recorded = {
  kind: 'anthropic',
  complete: named(
    ...anthropicHead,
    stop(2),
    block(3, { type: 'tool_use', id: 'toolu_a', name: 'read_file', input: {} }),
    delta(3, { type: 'input_json_delta', partial_json: '' }),
    delta(3, { type: 'input_json_delta', partial_json: '{"path":"ä' }),
    delta(3, { type: 'input_json_delta', partial_json: '.md"}' }),
    stop(3),
    block(4, { type: 'tool_use', id: 'toolu_b', name: 'list_files', input: {} }),
    stop(4),
    ...end('tool_use'),
  ),
  parts: [
    { type: 'start', responseId: 'msg_1', model: 'claude-test-1' },
    { type: 'thinking-start', index: 0 },
    { type: 'thinking-delta', index: 0, text: 'überlege 🤔.' },
    { type: 'thinking-end', index: 0, meta: { anthropic: { signature: 'c2lnbmF0dXJl' } } },
    { type: 'thinking-start', index: 1 },
    { type: 'thinking-end', index: 1, redacted: true, meta: { anthropic: { redactedData: 'cmVkYWN0ZWQ=' } } },
    { type: 'text-start', index: 2 },
    { type: 'text-delta', index: 2, text: 'Grüße, ' },
    { type: 'text-delta', index: 2, text: '日本 😀' },
    { type: 'text-end', index: 2 },
    { type: 'tool-call-start', index: 3, id: 'toolu_a', name: 'read_file' },
    { type: 'tool-call-delta', index: 3, text: '{"path":"ä' },
    { type: 'tool-call-delta', index: 3, text: '.md"}' },
    { type: 'tool-call-end', index: 3, id: 'toolu_a', name: 'read_file', arguments: '{"path":"ä.md"}' },
    { type: 'tool-call-start', index: 4, id: 'toolu_b', name: 'list_files' },
    { type: 'tool-call-delta', index: 4, text: '{}' },
    { type: 'tool-call-end', index: 4, id: 'toolu_b', name: 'list_files', arguments: '{}' },
    {
      type: 'done',
      stopReason: 'tool-use',
      usage: { input: 120, output: 45, cacheRead: 90, cacheWrite: 10, reasoning: 0 },
    },
  ],
  overloaded: named(...anthropicHead, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  malformed: `${named(...anthropicHead)}event: content_block_delta\ndata: {"type":"content_blo\n\n`,
  unfinished: named(...anthropicHead),
  empty: named(message, ...end('end_turn')),
  refusal: named(
    message,
    block(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'I cannot' }),
    stop(0),
    ...end('refusal'),
  ),
  length: named(
    message,
    block(0, { type: 'text', text: '' }),
    delta(0, { type: 'text_delta', text: 'One, two' }),
    stop(0),
    ...end('max_tokens'),
  ),
}

/** Numbers the events as the Responses API does. */
const numbered = (...events: { type: string; [key: string]: unknown }[]): string =>
  named(...events.map((event, sequence_number) => ({ ...event, sequence_number })))
const run = (fields: object = {}) => ({
  response: { id: 'resp_1', created_at: 1_790_000_000, model: 'test-model-0101', status: 'in_progress', ...fields },
})
const usage = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 90 },
  output_tokens: 45,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 165,
}
const item = (type: 'added' | 'done', output_index: number, item: object) => ({
  type: `response.output_item.${type}`,
  output_index,
  item,
})
const inItem = (type: string, item_id: string, output_index: number, fields: object) => ({
  type: `response.${type}`,
  item_id,
  output_index,
  ...fields,
})
const responsesHead = [
  { type: 'response.created', ...run({ status: 'queued' }) },
  { type: 'response.queued', ...run({ status: 'queued' }) },
  { type: 'response.in_progress', ...run() },
  item('added', 0, { type: 'reasoning', id: 'rs_1', summary: [] }),
  inItem('reasoning_summary_part.added', 'rs_1', 0, { summary_index: 0, part: { type: 'summary_text', text: '' } }),
  inItem('reasoning_summary_text.delta', 'rs_1', 0, { summary_index: 0, delta: 'überlege 🤔.' }),
  inItem('reasoning_summary_part.done', 'rs_1', 0, { summary_index: 0, part: { type: 'summary_text', text: '…' } }),
  item('done', 0, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'Y3J5cHQ=' }),
  item('added', 1, { type: 'message', id: 'msg_1', role: 'assistant', content: [] }),
  inItem('content_part.added', 'msg_1', 1, { content_index: 0, part: { type: 'output_text', text: '' } }),
  inItem('output_text.delta', 'msg_1', 1, { content_index: 0, delta: 'Grüße, ' }),
  inItem('output_text.delta', 'msg_1', 1, { content_index: 0, delta: '日本 😀' }),
]
const fc = (id: string, call_id: string, name: string, args: string) => ({
  type: 'function_call',
  id,
  call_id,
  name,
  arguments: args,
  status: args === '' ? 'in_progress' : 'completed',
})
const answered = (text: string, status: 'completed' | 'incomplete', fields: object = {}) =>
  numbered(
    { type: 'response.created', ...run() },
    { type: 'response.in_progress', ...run() },
    item('added', 0, { type: 'message', id: 'msg_1' }),
    inItem('output_text.delta', 'msg_1', 0, { delta: text }),
    ...(fields === REFUSED ? [inItem('refusal.done', 'msg_1', 0, { refusal: text })] : []),
    item('done', 0, { type: 'message', id: 'msg_1' }),
    { type: `response.${status}`, ...run({ status, usage, ...fields }) },
  )
const REFUSED = {}
const meta = (fields: object) => ({ meta: { openai: fields as Record<string, unknown> } })

export const responsesRecorded: Recorded = {
  kind: 'openai',
  complete: numbered(
    ...responsesHead,
    item('done', 1, { type: 'message', id: 'msg_1', role: 'assistant', content: [] }),
    item('added', 2, fc('fc_a', 'call_a', 'read_file', '')),
    inItem('function_call_arguments.delta', 'fc_a', 2, { delta: '{"path":"ä' }),
    inItem('function_call_arguments.delta', 'fc_a', 2, { delta: '.md"}' }),
    inItem('function_call_arguments.done', 'fc_a', 2, { arguments: '{"path":"ä.md"}' }),
    item('done', 2, fc('fc_a', 'call_a', 'read_file', '{"path":"ä.md"}')),
    item('added', 3, fc('fc_b', 'call_b', 'list_files', '')),
    item('done', 3, fc('fc_b', 'call_b', 'list_files', '{}')),
    { type: 'response.completed', ...run({ status: 'completed', usage }) },
  ),
  parts: [
    { type: 'start', responseId: 'resp_1', model: 'test-model-0101', cursor: 0 },
    { type: 'thinking-start', index: 0, cursor: 3 },
    { type: 'thinking-delta', index: 0, text: 'überlege 🤔.', cursor: 5 },
    { type: 'thinking-end', index: 0, ...meta({ itemId: 'rs_1', reasoningEncryptedContent: 'Y3J5cHQ=' }), cursor: 7 },
    { type: 'text-start', index: 1, cursor: 8 },
    { type: 'text-delta', index: 1, text: 'Grüße, ', cursor: 10 },
    { type: 'text-delta', index: 1, text: '日本 😀', cursor: 11 },
    { type: 'text-end', index: 1, ...meta({ itemId: 'msg_1' }), cursor: 12 },
    { type: 'tool-call-start', index: 2, id: 'call_a', name: 'read_file', cursor: 13 },
    { type: 'tool-call-delta', index: 2, text: '{"path":"ä', cursor: 14 },
    { type: 'tool-call-delta', index: 2, text: '.md"}', cursor: 15 },
    {
      type: 'tool-call-end',
      index: 2,
      id: 'call_a',
      name: 'read_file',
      arguments: '{"path":"ä.md"}',
      ...meta({ itemId: 'fc_a' }),
      cursor: 17,
    },
    { type: 'tool-call-start', index: 3, id: 'call_b', name: 'list_files', cursor: 18 },
    { type: 'tool-call-delta', index: 3, text: '{}', cursor: 19 },
    {
      type: 'tool-call-end',
      index: 3,
      id: 'call_b',
      name: 'list_files',
      arguments: '{}',
      ...meta({ itemId: 'fc_b' }),
      cursor: 19,
    },
    {
      type: 'done',
      stopReason: 'tool-use',
      usage: { input: 120, output: 45, cacheRead: 90, cacheWrite: 0, reasoning: 5 },
    },
  ],
  overloaded: numbered(...responsesHead, {
    type: 'response.failed',
    ...run({ status: 'failed', error: { code: 'server_is_overloaded', message: 'Our servers are overloaded' } }),
  }),
  malformed: `${numbered(...responsesHead)}event: response.output_text.delta\ndata: {"type":"response.outp\n\n`,
  unfinished: numbered(...responsesHead),
  empty: numbered(
    { type: 'response.created', ...run() },
    { type: 'response.in_progress', ...run() },
    { type: 'response.completed', ...run({ status: 'completed', usage }) },
  ),
  refusal: answered('I cannot', 'completed', REFUSED),
  length: answered('One, two', 'incomplete', { incomplete_details: { reason: 'max_output_tokens' } }),
}

/** After Google's reference of `streamGenerateContent` and its guide to thought signatures. */
const gemini = (parts: object[], more: object = {}, usageMetadata?: object) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  modelVersion: 'gemini-test-1',
  responseId: 'resp_g',
  ...(usageMetadata && { usageMetadata }),
})
const geminiUsage = {
  promptTokenCount: 120,
  candidatesTokenCount: 40,
  totalTokenCount: 165,
  cachedContentTokenCount: 90,
  thoughtsTokenCount: 5,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 120 }],
}
const geminiHead = [
  gemini([{ text: 'überlege 🤔.', thought: true }]),
  gemini([{ text: 'Grüße, ' }]),
  gemini([{ text: '日本 😀' }]),
]

export const googleRecorded: Recorded = {
  kind: 'google',
  base: '/v1beta',
  callsComeLast: true,
  complete: sse(
    ...geminiHead,
    gemini([
      { functionCall: { id: 'call_a', name: 'read_file', args: { path: 'ä.md' } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'call_b', name: 'list_files', args: {} } },
    ]),
    gemini([{ text: '' }], { finishReason: 'STOP' }, geminiUsage),
  ),
  parts: [
    { type: 'start', responseId: 'resp_g' },
    { type: 'thinking-start', index: 0 },
    { type: 'thinking-delta', index: 0, text: 'überlege 🤔.' },
    { type: 'thinking-end', index: 0 },
    { type: 'text-start', index: 1 },
    { type: 'text-delta', index: 1, text: 'Grüße, ' },
    { type: 'text-delta', index: 1, text: '日本 😀' },
    { type: 'text-end', index: 1 },
    { type: 'tool-call-start', index: 2, id: 'call_a', name: 'read_file' },
    { type: 'tool-call-delta', index: 2, text: '{"path":"ä.md"}' },
    {
      type: 'tool-call-end',
      index: 2,
      id: 'call_a',
      name: 'read_file',
      arguments: '{"path":"ä.md"}',
      meta: { google: { thoughtSignature: 'c2ln' } },
    },
    { type: 'tool-call-start', index: 3, id: 'call_b', name: 'list_files' },
    { type: 'tool-call-delta', index: 3, text: '{}' },
    { type: 'tool-call-end', index: 3, id: 'call_b', name: 'list_files', arguments: '{}' },
    {
      type: 'done',
      stopReason: 'tool-use',
      usage: { input: 120, output: 45, cacheRead: 90, cacheWrite: 0, reasoning: 5 },
    },
  ],
  overloaded: sse(...geminiHead, {
    error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
  }),
  malformed: `${sse(...geminiHead)}data: {"candidates":[{"cont\n\n`,
  unfinished: sse(...geminiHead),
  empty: sse(gemini([{ text: '' }], { finishReason: 'STOP' }, geminiUsage)),
  refusal: sse(gemini([{ text: 'I cannot' }]), gemini([], { finishReason: 'SAFETY' })),
  length: sse(gemini([{ text: 'One, two' }]), gemini([{ text: '' }], { finishReason: 'MAX_TOKENS' })),
}

/**
 * The Interactions API of Google, after what Vercel's AI SDK has recorded of it
 * (packages/google/src/interactions/__fixtures__, steps schema of May 2026): thoughts that sign, empty signatures on
 * calls, arguments that come apart, `requires_action` at the end.
 */
const interaction = (fields: object) => ({ id: 'v1_int', object: 'interaction', model: 'gemini-test-1', ...fields })
const step = (index: number, fields: object) => ({ event_type: 'step.start', index, step: fields })
const stepDelta = (index: number, delta: object) => ({ event_type: 'step.delta', index, delta })
const stepStop = (index: number) => ({ event_type: 'step.stop', index })
const interactionUsage = {
  total_tokens: 165,
  total_input_tokens: 120,
  input_tokens_by_modality: [{ modality: 'text', tokens: 120 }],
  total_cached_tokens: 90,
  total_output_tokens: 40,
  total_tool_use_tokens: 0,
  total_thought_tokens: 5,
}
const stepped = (...events: { event_type: string; [key: string]: unknown }[]): string =>
  events
    .map((event, at) => `event: ${event.event_type}\ndata: ${JSON.stringify({ ...event, event_id: `e${at}` })}\n\n`)
    .join('')
const completed = (status: string) => ({
  event_type: 'interaction.completed',
  interaction: interaction({ status, usage: interactionUsage, service_tier: 'standard' }),
})
const interactionHead = [
  { event_type: 'interaction.created', interaction: interaction({ status: 'in_progress' }) },
  { event_type: 'interaction.status_update', interaction_id: 'v1_int', status: 'in_progress' },
  step(0, { type: 'thought' }),
  stepDelta(0, { type: 'thought_summary', content: { type: 'text', text: 'überlege 🤔.' } }),
  stepDelta(0, { type: 'thought_signature', signature: 'dGhvdWdodA==' }),
  stepStop(0),
  step(1, { type: 'model_output' }),
  stepDelta(1, { type: 'text', text: 'Grüße, ' }),
  stepDelta(1, { type: 'text', text: '日本 😀' }),
]
const said = (text: string, status: string): string =>
  stepped(
    ...interactionHead.slice(0, 2),
    step(0, { type: 'model_output' }),
    stepDelta(0, { type: 'text', text }),
    stepStop(0),
    completed(status),
  )

export const interactionsRecorded: Recorded = {
  kind: 'google',
  base: '/v1beta',
  advanced: { stored: true },
  inTwo: true,
  callsComeLast: true,
  model: 'gemini-3-pro',
  complete: `${stepped(
    ...interactionHead,
    stepStop(1),
    step(2, { id: 'call_a', signature: '', type: 'function_call', name: 'read_file', arguments: {} }),
    stepDelta(2, { type: 'arguments_delta', arguments: '{"path":"ä' }),
    stepDelta(2, { type: 'arguments_delta', arguments: '.md"}' }),
    stepStop(2),
    step(3, { id: 'call_b', signature: '', type: 'function_call', name: 'list_files', arguments: {} }),
    stepStop(3),
    completed('requires_action'),
  )}event: done\ndata: [DONE]\n\n`,
  parts: [
    { type: 'start', responseId: 'v1_mock_1', model: 'gemini-test-1', cursor: 0 },
    { type: 'thinking-start', index: 0, cursor: 2 },
    { type: 'thinking-delta', index: 0, text: 'überlege 🤔.', cursor: 3 },
    { type: 'thinking-end', index: 0, meta: { google: { signature: 'dGhvdWdodA==' } }, cursor: 5 },
    { type: 'text-start', index: 1, cursor: 7 },
    { type: 'text-delta', index: 1, text: 'Grüße, ', cursor: 7 },
    { type: 'text-delta', index: 1, text: '日本 😀', cursor: 8 },
    { type: 'text-end', index: 1, cursor: 9 },
    { type: 'tool-call-start', index: 2, id: 'call_a', name: 'read_file', cursor: 10 },
    { type: 'tool-call-delta', index: 2, text: '{"path":"ä', cursor: 11 },
    { type: 'tool-call-delta', index: 2, text: '.md"}', cursor: 12 },
    { type: 'tool-call-end', index: 2, id: 'call_a', name: 'read_file', arguments: '{"path":"ä.md"}', cursor: 13 },
    { type: 'tool-call-start', index: 3, id: 'call_b', name: 'list_files', cursor: 14 },
    { type: 'tool-call-delta', index: 3, text: '{}', cursor: 15 },
    { type: 'tool-call-end', index: 3, id: 'call_b', name: 'list_files', arguments: '{}', cursor: 15 },
    {
      type: 'done',
      stopReason: 'tool-use',
      usage: { input: 120, output: 45, cacheRead: 90, cacheWrite: 0, reasoning: 5 },
    },
  ],
  overloaded: stepped(...interactionHead, {
    event_type: 'error',
    error: { code: 'unavailable', message: 'The model is overloaded. Please try again later.' },
  }),
  malformed: `${stepped(...interactionHead)}event: step.delta\ndata: {"event_type":"step.del\n\n`,
  unfinished: stepped(...interactionHead),
  empty: stepped(...interactionHead.slice(0, 2), completed('completed')),
  refusal: null,
  length: said('One, two', 'incomplete'),
}
