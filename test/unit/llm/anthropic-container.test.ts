import { describe, expect, it } from 'vitest'
import { AnswerBlock } from '../../../src/agent/content.ts'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { withoutLostContainer } from '../../../src/llm/anthropic-container.ts'
import type { LlmMessage, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'

/**
 * Files that were written in Anthropic's sandbox are there in the next round, as long as the sandbox is.
 * After https://docs.claude.com/en/docs/agents-and-tools/tool-use/code-execution-tool, "Container reuse".
 */

const LATER = '2999-01-01T00:00:00Z'
type Named = { id?: unknown; expires_at?: unknown } | null | undefined

/** One answer in which code was run. `start`, `end`: the container as the first and the last event name it. */
function ran({ start, end, runs = 1 }: { start?: Named; end?: Named; runs?: number }): string {
  const usage = { input_tokens: 9, output_tokens: 1 }
  const events: object[] = [
    { type: 'message_start', message: { id: 'm', role: 'assistant', model: 'x', usage, container: start } },
  ]
  for (let run = 0; run < runs; run++) {
    const id = `srvtoolu_${run}`
    const content = { type: 'bash_code_execution_result', stdout: 'x', stderr: '', return_code: 0, content: [] }
    events.push(
      {
        type: 'content_block_start',
        index: 2 * run,
        content_block: { type: 'server_tool_use', id, name: 'bash_code_execution', input: { command: 'ls' } },
      },
      { type: 'content_block_stop', index: 2 * run },
      {
        type: 'content_block_start',
        index: 2 * run + 1,
        content_block: { type: 'bash_code_execution_tool_result', tool_use_id: id, content },
      },
      { type: 'content_block_stop', index: 2 * run + 1 },
    )
  }
  events.push(
    { type: 'content_block_start', index: 90, content_block: { type: 'text', text: 'Done.' } },
    { type: 'content_block_stop', index: 90 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', container: end }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  )
  return sse(...events)
}

const CLAUDE: Omit<Asked, 'bytes'> = {
  kind: 'anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  model: 'claude-sonnet-4-5',
}

function kept(parts: LlmPart[]): LlmMessage {
  const buffer = makeAnswerBuffer()
  for (const part of parts) buffer.push(part)
  const content = buffer.said().filter((part) => part.type !== 'sources')
  // as it is read from the disk
  for (const part of content) if (part.type === 'code-run') expect(AnswerBlock.parse(part)).toEqual(part)
  return { role: 'assistant', content }
}
const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** What is asked after these answers, each given as its bytes. */
async function askedAfter(answers: string[], changes: Partial<LlmRequest> = {}, to: Partial<Asked> = {}) {
  const messages: LlmMessage[] = [user('Begin')]
  for (const bytes of answers) messages.push(kept((await askBytes({ ...CLAUDE, bytes })).parts), user('Go on'))
  return (await askBytes({ ...CLAUDE, bytes: ran({}), ...to }, { messages, ...changes })).asked
}

describe('the container that an answer named', () => {
  it.each<[string, { start?: Named; end?: Named; runs?: number }]>([
    ['its first event', { start: { id: 'container_1', expires_at: LATER } }],
    ['its last event', { end: { id: 'container_1', expires_at: LATER } }],
    ['both', { start: { id: 'container_0', expires_at: LATER }, end: { id: 'container_1', expires_at: LATER } }],
    ['its first event, and nothing at the end', { start: { id: 'container_1', expires_at: LATER }, end: null }],
    ['its last event, of several runs', { end: { id: 'container_1', expires_at: LATER }, runs: 3 }],
  ])('in %s is named in the next request', async (_, told) => {
    const asked = await askedAfter([ran(told)])
    expect(asked['container']).toBe('container_1')
    // what was run goes back as it did before
    expect(JSON.stringify(asked['messages'])).toContain('bash_code_execution_tool_result')
    expect(JSON.stringify(asked['messages'])).not.toContain('container_1')
  })

  it('is the newest one, also where an answer without code came after it', async () => {
    const first = ran({ end: { id: 'container_1', expires_at: LATER } })
    const second = ran({ end: { id: 'container_2', expires_at: LATER } })
    expect((await askedAfter([first, second]))['container']).toBe('container_2')
    expect((await askedAfter([first, second, ran({ runs: 0 })]))['container']).toBe('container_2')
  })

  it('is left out once it has expired, and so is every older one', async () => {
    const old = ran({ end: { id: 'container_1', expires_at: LATER } })
    const gone = ran({ end: { id: 'container_2', expires_at: '2020-01-01T00:00:00Z' } })
    expect(await askedAfter([gone])).not.toHaveProperty('container')
    expect(await askedAfter([old, gone])).not.toHaveProperty('container')
  })

  it('is left out where the tool is not in the request: switched off, another model, no calls allowed', async () => {
    const answers = [ran({ end: { id: 'container_1', expires_at: LATER } })]
    expect(await askedAfter(answers, { ownCode: undefined })).not.toHaveProperty('container')
    expect(await askedAfter(answers, { toolChoice: 'none' })).not.toHaveProperty('container')
    expect(await askedAfter(answers, {}, { model: 'claude-3-opus-20240229' })).not.toHaveProperty('container')
  })

  it('goes to no other provider', async () => {
    const answers = [ran({ end: { id: 'container_1', expires_at: LATER } })]
    for (const to of [
      { kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.1' },
      { kind: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta', model: 'gemini-3-pro-preview' },
      { kind: 'openai-compatible', baseUrl: 'https://api.deepseek.com', model: 'deepseek-chat' },
    ] as const)
      expect(JSON.stringify(await askedAfter(answers, {}, { ...to, bytes: sse('[DONE]') }))).not.toContain(
        'container_1',
      )
  })

  it.each<[string, Named]>([
    ['an id that is none', { id: 'a b\n', expires_at: LATER }],
    ['an id that is no text', { id: 7, expires_at: LATER }],
    ['an end that is no time', { id: 'container_1', expires_at: 'soon' }],
    ['no end', { id: 'container_1' }],
    ['nothing', {}],
  ])('with %s is not named, and the answer is whole', async (_, named) => {
    const bytes = ran({ start: named, end: named })
    expect((await askBytes({ ...CLAUDE, bytes })).parts.at(-1)).toMatchObject({ type: 'done' })
    expect(await askedAfter([bytes])).not.toHaveProperty('container')
  })
})

describe('a container that is gone before its time', () => {
  const refusal = (message: string, status = 400) =>
    new Response(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }), { status })
  /** Which bodies were asked, and what came in the end. */
  async function ask(answers: Response[], body: object) {
    const bodies: unknown[] = []
    const fetch = withoutLostContainer(async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return answers.shift() ?? new Response('ok')
    })
    const response = await fetch('https://api.anthropic.com/v1/messages', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { bodies, response }
  }

  it.each([400, 404])('is refused with %s: the question is asked once more without it', async (status) => {
    const { bodies, response } = await ask([refusal('Container container_1 was not found', status)], {
      model: 'm',
      container: 'container_1',
    })
    expect(bodies).toEqual([{ model: 'm', container: 'container_1' }, { model: 'm' }])
    expect(await response.text()).toBe('ok')
  })

  it('what is refused for another reason, or without one, is asked once, and its words arrive', async () => {
    for (const [message, body] of [
      ['messages: too many', { container: 'container_1' }],
      ['Container container_1 was not found', { model: 'm' }],
    ] as const) {
      const { bodies, response } = await ask([refusal(message)], body)
      expect(bodies).toEqual([body])
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it('a second refusal is told', async () => {
    const { bodies, response } = await ask([refusal('container expired'), refusal('container is required')], {
      container: 'container_1',
    })
    expect(bodies).toHaveLength(2)
    expect(await response.text()).toContain('container is required')
  })
})
