import type { Turn } from './program.ts'

/**
 * The two wire formats of model providers, as far as a scripted model needs them: reading a request, writing the events
 * of an answer.
 */

export type Family = 'openai-compatible' | 'anthropic'
export type Asked = { texts: string[]; called: Set<string> }

type Block = { type: string; text?: string; id?: string; tool_use_id?: string }
type WireMessage = {
  role: string
  content: string | Block[] | null
  tool_calls?: { id: string }[]
  tool_call_id?: string
}

export const familyOf = (path: string): Family => (path.endsWith('/messages') ? 'anthropic' : 'openai-compatible')

/**
 * What was asked. Throws on a request that no provider would take: a result without its call, a call without its
 * result, a conversation that does not begin with the person or does not end with the person or a result.
 */
export function readRequest(family: Family, body: { messages?: WireMessage[] }): Asked {
  const messages = (body.messages ?? []).filter(({ role }) => role !== 'system')
  const texts: string[] = []
  const called = new Set<string>()
  let open = new Set<string>()
  for (const message of messages) {
    const blocks: Block[] =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : (message.content ?? [])
    const results =
      message.role === 'tool'
        ? [message.tool_call_id ?? '']
        : blocks.flatMap(({ type, tool_use_id }) => (type === 'tool_result' ? [tool_use_id ?? ''] : []))
    for (const id of results) if (!open.delete(id)) throw new Error(`A result without its call: ${id}`)
    if (message.role === 'user') texts.push(...blocks.flatMap(({ text }) => (text === undefined ? [] : [text])))
    if (message.role === 'tool' || (message.role === 'user' && results.length > 0 && family === 'anthropic')) {
      if (message.role === 'user' && open.size > 0) throw new Error(`Calls without a result: ${[...open]}`)
      continue
    }
    if (open.size > 0) throw new Error(`Calls without a result: ${[...open]}`)
    const calls = [
      ...(message.tool_calls ?? []).map(({ id }) => id),
      ...blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id ?? ''] : [])),
    ]
    open = new Set(calls)
    for (const id of calls) called.add(id)
  }
  if (open.size > 0) throw new Error(`Calls without a result: ${[...open]}`)
  if (messages[0]?.role !== 'user') throw new Error('It does not begin with the person')
  if (messages.at(-1)?.role === 'assistant') throw new Error('It ends with the model')
  return { texts, called }
}

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const pieces = (text: string, size: number): string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []

/** The events of one answer, in order; the last one tells its end. */
export const eventsOf = (family: Family, turn: Turn, size: number): string[] =>
  family === 'anthropic' ? anthropicEvents(turn, size) : openAiEvents(turn, size)

function openAiEvents({ text, calls }: Turn, size: number): string[] {
  const chunk = (delta: unknown, finish: string | null = null): string =>
    event({
      id: 'chatcmpl-torture',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'torture',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
  return [
    chunk({ role: 'assistant', content: '' }),
    ...pieces(text, size).map((content) => chunk({ content })),
    ...calls.flatMap(({ id, tool, args }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: '' } }] }),
      ...pieces(JSON.stringify(args), size * 4).map((part) =>
        chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    event('[DONE]'),
  ]
}

function anthropicEvents({ text, calls }: Turn, size: number): string[] {
  // nothing that the product could measure its own estimates by: a threshold means the same in both families
  const usage = { input_tokens: 0, output_tokens: 10 }
  const typed = (data: { type: string } & Record<string, unknown>): string => event(data, data.type)
  const block = (index: number, content_block: unknown, deltas: unknown[]): string[] => [
    typed({ type: 'content_block_start', index, content_block }),
    ...deltas.map((delta) => typed({ type: 'content_block_delta', index, delta })),
    typed({ type: 'content_block_stop', index }),
  ]
  const message = { id: 'msg_torture', type: 'message', role: 'assistant', model: 'torture', content: [], usage }
  return [
    typed({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } }),
    ...block(0, { type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking: 'What is left to do?' },
      { type: 'signature_delta', signature: 'c2lnbmVk' },
    ]),
    ...block(
      1,
      { type: 'text', text: '' },
      pieces(text, size).map((part) => ({ type: 'text_delta', text: part })),
    ),
    ...calls.flatMap(({ id, tool, args }, n) =>
      block(
        n + 2,
        { type: 'tool_use', id, name: tool, input: {} },
        pieces(JSON.stringify(args), size * 4).map((part) => ({ type: 'input_json_delta', partial_json: part })),
      ),
    ),
    typed({
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage,
    }),
    typed({ type: 'message_stop' }),
  ]
}
