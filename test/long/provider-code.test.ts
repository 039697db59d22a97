import { expect, it } from 'vitest'
import { eventually, type ProviderFields } from '../support/app.ts'
import { databasesAsText } from '../support/databases-as-text.ts'
import type { MockBody } from '../support/mock-provider.ts'
import { useScene } from '../support/scene.ts'

/** Code that a provider runs in its own sandbox, as a person sees it, and as the provider gets it back. */

const scene = useScene()

const sse = (event: object): string => `data: ${JSON.stringify(event)}\n\n`
const pieces = (text: string, length = 7): string[] => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? []

const COMMAND = 'python3 -c "print(6 * 7)"\necho 😀 done'
const PRINTED = '42\n😀 done\n'
const block = (index: number, content_block: object, deltas: object[] = []): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const said = (index: number, text: string): object[] =>
  block(
    index,
    { type: 'text', text: '' },
    pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  )
const BEGUN = { type: 'message_start', message: { id: 'm', role: 'assistant', model: 'x', usage: { input_tokens: 9 } } }
const ended = (container?: object): object[] => [
  { type: 'message_delta', delta: { stop_reason: 'end_turn', container }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
]
/** Its input comes in pieces: after https://docs.claude.com/en/docs/agents-and-tools/tool-use/code-execution-tool, "Streaming". */
const CLAUDE_RUNS = [
  BEGUN,
  ...said(0, 'I run it.'),
  ...block(
    1,
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: {} },
    pieces(JSON.stringify({ command: COMMAND })).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
  ),
]
const CLAUDE_RAN = [
  ...CLAUDE_RUNS,
  ...block(2, {
    type: 'bash_code_execution_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'bash_code_execution_result', stdout: PRINTED, stderr: '', return_code: 0, content: [] },
  }),
  ...said(3, 'It is 42.'),
  ...ended({ id: 'container_1', expires_at: '2999-01-01T00:00:00Z' }),
]

/** After https://ai.google.dev/gemini-api/docs/code-execution. */
const chunk = (part: object, more: object = {}): object => ({
  candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...more }],
  responseId: 'r',
})
const GEMINI_RUNS = [chunk({ text: 'I run it.' }), chunk({ executableCode: { language: 'PYTHON', code: COMMAND } })]
const GEMINI_ENDS = { finishReason: 'STOP' }
const GEMINI_RAN = [
  ...GEMINI_RUNS,
  chunk({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: PRINTED } }),
  chunk({ text: 'It is 42.' }, GEMINI_ENDS),
]

type Place = {
  fields: Omit<ProviderFields, 'baseUrl'>
  base: (url: string) => string
  runs: object[]
  ran: object[]
  says: (text: string) => object[]
  tool: object
  /** The answer that ran code, as the next request has it. */
  back: (body: MockBody) => unknown
  wanted: object[]
  /** What else that request says. */
  besides: object
}
const PLACES: Place[] = [
  {
    fields: { kind: 'Anthropic', model: 'claude-sonnet-4-5' },
    base: (url) => `${url}/v1`,
    runs: CLAUDE_RUNS,
    ran: CLAUDE_RAN,
    says: (text) => [BEGUN, ...said(0, text), ...ended()],
    tool: { type: 'code_execution_20250825', name: 'code_execution' },
    back: (body) => body.messages?.[3]?.content,
    wanted: [
      { type: 'text', text: 'I run it.' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: { command: COMMAND } },
      {
        type: 'bash_code_execution_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'bash_code_execution_result', stdout: PRINTED },
      },
      { type: 'text', text: 'It is 42.' },
    ],
    besides: { container: 'container_1' },
  },
  {
    fields: { kind: 'Google Gemini', model: 'gemini-3-pro-preview' },
    base: (url) => `${url}/v1beta`,
    runs: GEMINI_RUNS,
    ran: GEMINI_RAN,
    says: (text) => [chunk({ text }, GEMINI_ENDS)],
    tool: { codeExecution: {} },
    back: (body) => (body as { contents?: { parts: object[] }[] }).contents?.[3]?.parts,
    wanted: [
      { text: 'I run it.' },
      { executableCode: { language: 'PYTHON', code: COMMAND } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: PRINTED } },
      { text: 'It is 42.' },
    ],
    besides: {},
  },
]

it.each(PLACES)(
  '$fields.kind runs code itself: a card has it while it runs, over reloads, and after; the next question takes it along',
  async (place) => {
    const { app, mock } = scene
    const raw = (events: object[], how: 'end' | 'hang' = 'end') => ({ raw: { chunks: events.map(sse), how } })
    mock.setScript([
      raw(place.says('Ready.')),
      raw(place.runs, 'hang'),
      raw([], 'hang'),
      raw(place.ran),
      raw(place.says('Quite sure.')),
    ])
    await app.connect({ ...place.fields, baseUrl: place.base(mock.url) })
    await app.send('Are you there?')
    await app.untilAnswer('Ready.')
    await app.button('Session options').click()
    const options = app.page.getByRole('dialog', { name: 'Session options' })
    await options.getByRole('checkbox', { name: "Run code in the provider's own sandbox" }).check()
    await options.getByRole('button', { name: 'Close', exact: true }).click()

    await app.send('Six times seven?')
    const card = app.conversation.getByRole('group', { name: 'Code run by the provider' })
    await card.getByText('Running').waitFor()
    await card.getByText('python3 -c "print(6 * 7)"').waitFor()

    // what came in the last quarter of a second before a reload is not kept
    await eventually(() => app.page.evaluate(databasesAsText), 'what is kept of the answer').toContain('python3 -c')
    // the second asking says nothing: what the first had brought is what there is
    await app.page.reload()
    await card.getByText('No result').waitFor()
    await app.untilAnswer('Interrupted')
    await eventually(() => mock.journal().length, 'the questions that left').toBe(3)
    await app.page.reload()
    await app.untilAnswer('It is 42.')
    await app.untilStatus('Idle')
    await card.getByText('Done').waitFor()
    await eventually(() => card.count()).toBe(1)
    await card.getByText('Code run by the provider').click()
    await card.getByText('echo 😀 done').waitFor()
    await card.getByText('Output').waitFor()
    await eventually(() => card.locator('pre').last().textContent()).toBe(PRINTED)

    await app.send('Sure?')
    await app.untilAnswer('Quite sure.')
    await app.untilStatus('Idle')
    const asked = mock.journal().map(({ body }) => body)
    expect(asked).toHaveLength(5)
    expect(JSON.stringify(asked[0]?.tools)).not.toContain('xecution')
    for (const { tools } of asked.slice(1))
      expect(JSON.stringify(tools)).toContain(JSON.stringify(place.tool).slice(1, -1))
    // what broke off is no answer: the question was asked again as it was
    expect(asked[3]).toEqual(asked[1])
    expect(place.back(asked[4] as MockBody)).toMatchObject(place.wanted)
    expect(asked[4]).toMatchObject(place.besides)
    expect(asked[3]).not.toHaveProperty('container')
  },
)

it('the sandbox is named again after a summary has taken the place of the answer that named it, and after a reload', async () => {
  const { app, mock } = scene
  const isSummary = ({ messages, system }: MockBody): boolean =>
    JSON.stringify([messages, system]).includes('You keep the memory')
  const raw = (events: object[]) => ({ raw: { chunks: events.map(sse), how: 'end' as const } })
  const long = 'All of it went well. '.repeat(300)
  let answers = 0
  mock.setScript(({ body }) => {
    if (isSummary(body)) return raw([BEGUN, ...said(0, 'Six times seven was found with code.'), ...ended()])
    answers++
    return raw(answers === 1 ? [...CLAUDE_RAN] : [BEGUN, ...said(0, `Answer ${answers}. ${long}`), ...ended()])
  })
  await app.connect({ kind: 'Anthropic', model: 'claude-sonnet-4-5', baseUrl: `${mock.url}/v1` })
  await app.openEmpty('claude-sonnet-4-5')
  await app.button('Session options').click()
  const options = app.page.getByRole('dialog', { name: 'Session options' })
  await options.getByRole('checkbox', { name: "Run code in the provider's own sandbox" }).check()
  await options.getByRole('button', { name: 'Close', exact: true }).click()
  await app.send('Six times seven?')
  await app.untilAnswer('It is 42.')
  for (const n of [2, 3]) {
    await app.send(`Question ${n}`)
    await app.untilAnswer(`Answer ${n}.`)
    await app.untilStatus('Idle')
  }
  await app.page.getByRole('button', { name: /^Context: / }).click()
  await app.button('Compact now').click()
  await mock.until((journal) => journal.some(({ body }) => isSummary(body)))
  await app.page.keyboard.press('Escape')
  await app.conversation.getByRole('article', { name: 'Summary' }).waitFor()
  await app.page.reload()

  await app.send('Is the file still there?')
  await app.untilAnswer('Answer 4.')
  const { body } = mock.journal().at(-1) ?? {}
  expect(JSON.stringify(body?.messages)).toContain('Six times seven was found with code.')
  expect(JSON.stringify(body?.messages)).not.toContain('It is 42.')
  expect(body).toMatchObject({ container: 'container_1' })
})
