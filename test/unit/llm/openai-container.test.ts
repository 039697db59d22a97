import { describe, expect, it } from 'vitest'
import { AnswerBlock } from '../../../src/agent/content.ts'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { withoutLostContainer } from '../../../src/llm/openai-container.ts'
import type { LlmMessage, LlmRequest } from '../../../src/llm/port.ts'
import { type Asked, askBytes, sse } from './ask-bytes.ts'

/**
 * Files that were written in OpenAI's sandbox are there in the next round, as long as the sandbox is.
 * After https://platform.openai.com/docs/guides/tools-code-interpreter, "Containers".
 */

const GPT: Omit<Asked, 'bytes'> = { kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.1' }
const response = { id: 'resp_1', created_at: 1_790_000_000, model: 'gpt-5.1', status: 'in_progress' }

/** One answer in which code was run in each of these containers. */
const ran = (...containers: unknown[]): string =>
  sse(
    { type: 'response.created', response },
    ...containers.flatMap((container_id, output_index) => {
      const item = { type: 'code_interpreter_call', id: `ci_${output_index}`, container_id, code: 'x', outputs: [] }
      return [
        { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
        { type: 'response.output_item.done', output_index, item: { ...item, status: 'completed' } },
      ]
    }),
    { type: 'response.output_item.added', output_index: 9, item: { type: 'message', id: 'msg_1', content: [] } },
    { type: 'response.output_text.delta', output_index: 9, content_index: 0, item_id: 'msg_1', delta: 'Done.' },
    { type: 'response.output_item.done', output_index: 9, item: { type: 'message', id: 'msg_1' } },
    {
      type: 'response.completed',
      response: { ...response, status: 'completed', usage: { input_tokens: 9, output_tokens: 9 } },
    },
  )

const user = (text: string): LlmMessage => ({ role: 'user', content: [{ type: 'text', text }] })

/** As it is read from the disk. */
async function answered(bytes: string): Promise<LlmMessage> {
  const buffer = makeAnswerBuffer()
  for (const part of (await askBytes({ ...GPT, bytes })).parts) buffer.push(part)
  const content = buffer.said().filter((part) => part.type !== 'sources')
  for (const part of content) if (part.type === 'code-run') expect(AnswerBlock.parse(part)).toEqual(part)
  return { role: 'assistant', content }
}

/** What is asked after these answers, each given as its bytes. */
async function askedAfter(answers: string[], changes: Partial<LlmRequest> = {}, to: Partial<Asked> = {}) {
  const messages: LlmMessage[] = [user('Begin')]
  for (const bytes of answers) messages.push(await answered(bytes), user('Go on'))
  return (await askBytes({ ...GPT, bytes: ran(), ...to }, { messages, ...changes })).asked
}
const containers = (asked: Record<string, unknown>): unknown[] =>
  [asked['tools']].flat().flatMap((tool) => {
    const { type, container } = (tool ?? {}) as Record<string, unknown>
    return type === 'code_interpreter' ? [container] : []
  })

describe('the container that a run named', () => {
  it('is named in the next request, the newest one', async () => {
    expect(containers(await askedAfter([ran()]))).toEqual([{ type: 'auto' }])
    expect(containers(await askedAfter([ran('cntr_1')]))).toEqual(['cntr_1'])
    expect(containers(await askedAfter([ran('cntr_1', 'cntr_2'), ran()]))).toEqual(['cntr_2'])
  })

  it('does not make the answer one that goes back as it was: what OpenAI ran is not kept there', async () => {
    const { input } = await askedAfter([ran('cntr_1')])
    expect(JSON.stringify(input)).not.toContain('code_interpreter_call')
    expect(JSON.stringify(input)).not.toContain('cntr_1')
    expect(JSON.stringify(input)).toContain('Code that was run where I answered from')
  })

  it('is not named where the tool is not in the request, nor to another provider', async () => {
    expect(JSON.stringify(await askedAfter([ran('cntr_1')], { ownCode: undefined }))).not.toContain('cntr_1')
    const claude = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' } as const
    expect(JSON.stringify(await askedAfter([ran('cntr_1')], {}, { ...claude, bytes: sse('[DONE]') }))).not.toContain(
      'cntr_1',
    )
  })

  it.each([['a b\n'], [''], [7], [null]])('that is no name (%j) is not named', async (named) => {
    expect(containers(await askedAfter([ran(named)]))).toEqual([{ type: 'auto' }])
  })
})

describe('a container that is gone', () => {
  const search = { type: 'web_search' }
  const code = (container: unknown) => ({ type: 'code_interpreter', container })
  async function ask(message: string, tools: object[]) {
    const bodies: unknown[] = []
    const answers = [Response.json({ error: { message } }, { status: 400 })]
    const fetch = withoutLostContainer(async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return answers.shift() ?? new Response('ok')
    })
    const body = JSON.stringify({ model: 'm', tools })
    return { bodies, response: await fetch('https://api.openai.com/v1/responses', { method: 'POST', body }) }
  }

  it('is refused: the question is asked once more, in a new one', async () => {
    const { bodies, response } = await ask('Container is expired.', [search, code('cntr_1')])
    expect(bodies).toEqual([
      { model: 'm', tools: [search, code('cntr_1')] },
      { model: 'm', tools: [search, code({ type: 'auto' })] },
    ])
    expect(await response.text()).toBe('ok')
  })

  it.each([
    ['for another reason', 'Unknown model', [code('cntr_1')]],
    ['without having named one', 'Container is expired.', [code({ type: 'auto' })]],
  ])('what is refused %s is asked once, and its words arrive', async (_, message, tools) => {
    const { bodies, response } = await ask(message, tools)
    expect(bodies).toHaveLength(1)
    expect(await response.text()).toContain(message)
  })
})
