import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpsProxy, startHttpsProxy } from '../support/https-proxy.ts'
import { useScene } from '../support/scene.ts'

const DEEPSEEK = 'api.deepseek.com'
let proxy: HttpsProxy
beforeAll(async () => {
  proxy = await startHttpsProxy()
})
afterAll(() => proxy.close())
// the app knows that host by its name; here it is this computer
const scene = useScene({
  launch: () => ({
    args: [`--host-resolver-rules=MAP ${DEEPSEEK} 127.0.0.1:${proxy.port}`, '--ignore-certificate-errors'],
  }),
})
const KEY = 'sk-very-secret-0123456789abcdef'

/** As DeepSeek streams its thinking, after the examples of its API reference (Thinking Mode, Tool Calls). */
const thought = (delta: object, finish_reason: string | null = null, more: object = {}): string => {
  const choice = {
    index: 0,
    delta: { content: null, reasoning_content: null, ...delta },
    logprobs: null,
    finish_reason,
  }
  const head = {
    id: 'd1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'deepseek-v4-pro',
    system_fingerprint: 'fp',
  }
  return `data: ${JSON.stringify({ ...head, choices: [choice], usage: null, ...more })}\n\n`
}
const listing = { index: 0, id: 'call_00_a', type: 'function', function: { name: 'list_files', arguments: '' } }
const THOUGHT_AND_CALLED = [
  ': keep-alive\n\n',
  thought({ role: 'assistant', content: '' }),
  thought({ reasoning_content: 'I look what ' }),
  thought({ reasoning_content: 'is there. 🔎' }),
  thought({ tool_calls: [listing] }),
  thought({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
  thought({ content: '' }, 'tool_calls', {
    usage: {
      ...{ prompt_tokens: 40, completion_tokens: 30, total_tokens: 70, prompt_cache_hit_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 20 },
    },
  }),
  'data: [DONE]\n\n',
]

it('DeepSeek: what it thought before a tool goes back with the result, over a reload, and with the next question', async () => {
  const { app, mock } = scene
  proxy.forwardTo(mock.url)
  const said = (content: string): string[] => [
    thought({ role: 'assistant', content }),
    thought({}, 'stop'),
    'data: [DONE]\n\n',
  ]
  mock.setScript([
    { raw: { chunks: THOUGHT_AND_CALLED } },
    { raw: { chunks: said('Half of it').slice(0, 1), how: 'hang' } },
    { raw: { chunks: said('Nothing is there.') } },
    { raw: { chunks: said('Still nothing.') } },
  ])
  await app.connect({
    kind: 'OpenAI-compatible',
    baseUrl: `https://${DEEPSEEK}/v1`,
    key: KEY,
    model: 'deepseek-v4-pro',
  })
  await app.send('What is there?')
  await app.untilAnswer('Half of it')
  await app.page.reload()
  await app.untilAnswer('Nothing is there.')
  await app.untilStatus('Idle')
  await app.send('Sure?')
  await app.untilAnswer('Still nothing.')
  type Sent = {
    role: string
    content?: unknown
    reasoning_content?: string
    tool_calls?: unknown[]
    tool_call_id?: string
  }
  const asked = mock.journal().map(({ body }) => ({ ...body, messages: body.messages as unknown as Sent[] }))
  expect(asked).toHaveLength(4)
  for (const { messages } of asked.slice(1)) {
    const called = messages.findIndex((message) => message.tool_calls !== undefined)
    expect(messages[called]).toMatchObject({ reasoning_content: 'I look what is there. 🔎' })
    expect(messages[called + 1]).toMatchObject({ role: 'tool', tool_call_id: 'call_00_a' })
  }
  for (const body of asked) expect(body).toMatchObject({ thinking: { type: 'disabled' } })
})

describe('"Add provider"', () => {
  it.each([
    ['not a url', 'Base URL', /not a URL/],
    ['http://example.com/v1', 'Base URL', /https:\/\//],
    ['https://me:secret@example.com/v1', 'Base URL', /user name or password/],
  ])('refuses %s beside the field, keeps what was typed', async (baseUrl, field, words) => {
    const { app } = scene
    await app.button('Add provider').click()
    await app.fillProvider({ kind: 'OpenAI-compatible', baseUrl, key: 'key', model: 'm' })
    await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
    await app.providerDialog.getByRole('alert').getByText(words).waitFor()
    const box = app.providerDialog.getByRole('textbox', { name: field })
    expect(await box.inputValue()).toBe(baseUrl)
    expect(await box.getAttribute('aria-invalid')).toBe('true')
  })

  it('refuses a key that no header can carry', async () => {
    const { app, mock } = scene
    await app.button('Add provider').click()
    await app.fillProvider({
      kind: 'OpenAI-compatible',
      baseUrl: mock.baseUrl,
      key: 'two words\nand a line',
      model: 'm',
    })
    await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
    await app.providerDialog
      .getByRole('alert')
      .getByText(/isn’t a key/)
      .waitFor()
  })
})
