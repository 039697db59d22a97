import { describe, expect, it } from 'vitest'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import type { ProviderKind } from '../../../src/settings/provider-kind.ts'
import { askBytes } from './ask-bytes.ts'
import { collect, errorOf, requestOf } from './contract.ts'
import { anthropicRecorded, responsesRecorded } from './recorded.ts'

/** Thinking that one account has signed or sealed, asked at another of the same kind: the session goes on. */

type Place = { kind: ProviderKind; baseUrl: string; model: string }
type Sent = {
  messages?: { role: string; content: { type: string }[] }[]
  input?: Record<string, unknown>[]
  thinking?: unknown
}

const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** What this place has answered to "Hello", with the results of its calls. */
async function answeredAt(place: Place, bytes: string): Promise<LlmMessage[]> {
  const { parts } = await askBytes({ ...place, bytes }, { thinking: 'high' })
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  const content = buffer.said().filter((part) => part.type !== 'sources')
  const results = content.flatMap((part): LlmMessage[] =>
    part.type !== 'tool-call'
      ? []
      : [{ role: 'tool', id: part.id, name: part.name, content: [{ type: 'text', text: 'r' }], isError: false }],
  )
  return [user('Hello'), { role: 'assistant', content }, ...results]
}

/** Asks where every body with `sealed` in it is refused in these words. */
async function askAt(
  { kind, baseUrl, model }: Place,
  { bytes, sealed, says, status = 400 }: { bytes: string; sealed: string; says: string; status?: number },
  changes: Partial<LlmRequest>,
): Promise<{ parts: LlmPart[]; bodies: Sent[] }> {
  const bodies: Sent[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const body = String(init?.body)
    bodies.push(JSON.parse(body))
    if (body.includes(sealed)) return new Response(says, { status, headers: { 'content-type': 'application/json' } })
    return new Response(bytes, { headers: { 'content-type': 'text/event-stream' } })
  }
  const { create } = await loadAdapter(kind)
  const parts = await collect(create({ baseUrl, fetch }), requestOf({ model, thinking: 'high', ...changes }))
  return { parts, bodies }
}

describe('thinking that OpenAI sealed for one account', () => {
  const OPENAI: Place = { kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.1' }
  const AZURE: Place = { kind: 'azure', baseUrl: 'https://mine.openai.azure.com/openai/v1', model: 'mine' }
  const says = JSON.stringify({
    error: {
      message:
        'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content organization_id did not match the target organization.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_encrypted_content',
    },
  })
  const refusing = { bytes: responsesRecorded.complete, sealed: 'encrypted_content":', says }

  it.each([
    ['Azure', AZURE],
    ['another organisation', OPENAI],
  ])('does not keep the session from going on at %s: it is asked once more without', async (_, place) => {
    const messages = [...(await answeredAt(OPENAI, responsesRecorded.complete)), user('And now?')]
    const { parts, bodies } = await askAt(place, refusing, { messages })
    expect(parts.at(-1)).toMatchObject({ type: 'done' })
    const [first = [], second = [], ...more] = bodies.map(({ input }) => input)
    expect(more).toEqual([])
    expect(first.some(({ type }) => type === 'reasoning')).toBe(true)
    // all else stands as it did, without the ids that refer to what is gone
    const without = first
      .filter(({ type }) => type !== 'reasoning')
      .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'id')))
    expect(second).toEqual(without)
    expect(second.filter(({ type }) => type === 'function_call').length).toBeGreaterThan(0)
  })

  it('is told as refused where the question is refused for another reason, or without any thinking in it', async () => {
    const messages = await answeredAt(OPENAI, responsesRecorded.complete)
    const other = JSON.stringify({ error: { message: 'Unsupported parameter: truncation' } })
    const first = await askAt(AZURE, { ...refusing, says: other }, { messages })
    expect([first.bodies.length, errorOf(first.parts).message]).toEqual([1, expect.stringContaining('truncation')])
    const second = await askAt(AZURE, { ...refusing, sealed: 'model' }, {})
    expect([second.bodies.length, errorOf(second.parts).kind]).toEqual([1, 'bad-request'])
    const third = await askAt(AZURE, { ...refusing, sealed: 'model' }, { messages })
    expect([third.bodies.length, errorOf(third.parts).kind]).toEqual([2, 'bad-request'])
  })
})

describe('thinking that another maker or account signed behind the Messages API', () => {
  const GLM: Place = { kind: 'anthropic', baseUrl: 'https://glm.example/api/anthropic/v1', model: 'glm-5' }
  const CLAUDE: Place = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' }
  const refused = (message: string) =>
    JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message: `messages.1.content.0: ${message}` },
    })
  const says = refused('Invalid `signature` in `thinking` block')
  const refusing = { bytes: anthropicRecorded.complete, sealed: '"type":"thinking"', says }
  const types = ({ messages = [] }: Sent) =>
    messages.map(({ role, content }) => `${role}: ${content.map(({ type }) => type).join(' ')}`)

  it.each([
    ['was never its own', 'Invalid `signature` in `thinking` block'],
    [
      'does not fit what stands before it any more',
      'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    ],
    ['is redacted', 'Invalid `data` in `redacted_thinking` block'],
  ])('does not keep the session from going on at Claude, which says that it %s', async (_, message) => {
    const messages = [...(await answeredAt(GLM, anthropicRecorded.complete)), user('And now?')]
    const { parts, bodies } = await askAt(CLAUDE, { ...refusing, says: refused(message) }, { messages })
    expect(parts.at(-1)).toMatchObject({ type: 'done' })
    expect(bodies.map(types)).toEqual([
      [
        'user: text',
        'assistant: thinking redacted_thinking text tool_use tool_use',
        'user: tool_result tool_result text',
      ],
      ['user: text', 'assistant: text tool_use tool_use', 'user: tool_result tool_result text'],
    ])
  })

  it('in the middle of its tools: a thinking budget would be refused there, so this round goes on without', async () => {
    const round = await answeredAt(GLM, anthropicRecorded.complete)
    const inRound = await askAt(CLAUDE, refusing, { messages: round })
    expect(inRound.bodies.map(({ thinking }) => thinking)).toEqual([
      expect.objectContaining({ type: 'enabled' }),
      undefined,
    ])
    const done: LlmMessage = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }
    const next = await askAt(CLAUDE, refusing, { messages: [...round, done, user('And now?')] })
    expect(next.bodies.map(({ thinking }) => thinking)).toEqual([
      expect.objectContaining({ type: 'enabled' }),
      expect.objectContaining({ type: 'enabled' }),
    ])
    const adaptive = await askAt({ ...CLAUDE, model: 'claude-opus-5-5' }, refusing, { messages: round })
    expect(adaptive.bodies[1]?.thinking).toEqual(adaptive.bodies[0]?.thinking)
  })

  it('an answer that was nothing else leaves no empty message', async () => {
    const thought: LlmMessage = {
      role: 'assistant',
      content: [{ type: 'thinking', text: 'hm', meta: { anthropic: { signature: 'c2ln' } } }],
    }
    const { bodies } = await askAt(CLAUDE, refusing, { messages: [user('Hello'), thought, user('Go on')] })
    expect(bodies.map(types)).toEqual([
      ['user: text', 'assistant: thinking', 'user: text'],
      ['user: text', 'user: text'],
    ])
  })
})
