import { expect, it } from 'vitest'
import { eventually, pressArmed, visibleText } from '../support/app.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { startOutsideServer } from '../support/outside-server.ts'
import { useScene } from '../support/scene.ts'

/** Gateways, local servers and odd providers, as the built page meets them. See src/llm/README.md. */

const scene = useScene()

const json = (body: unknown, status = 200): MockReply => ({
  raw: { status, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(body)] },
})
const bytes = (...chunks: string[]): MockReply => ({ raw: { chunks } })
const data = (event: unknown): string => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`
const events = (...all: unknown[]): MockReply => bytes(...all.map(data))
const chunk = (delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const said = (text: string): MockReply => events(chunk({ content: text }), chunk({}, 'stop'), '[DONE]')

it('Claude at OpenRouter was sent without a cache point; names of sessions were thoughts, JSON and labels', async () => {
  const { app, mock } = scene
  const names: Record<string, string> = {
    'Tell me of kites': '<think>\nThey ask about kites.\n</think>\n\n```json\n{"title": "Kite Facts"}\n```',
    'And of boats': 'Sure! Here is a title:\n\n**Title:** "Boats of Wood"\n\nLet me know if you want another.',
  }
  mock.setNaming((message) => names[message] ?? null)
  mock.setScript([said('They fly.'), said('They swim.')])
  await app.connect({ kind: 'OpenRouter', baseUrl: mock.baseUrl, model: 'anthropic/claude-sonnet-4.5' })
  await app.send('Tell me of kites')
  await app.untilAnswer('They fly.')
  await app.sessions.getByRole('link', { name: 'Kite Facts' }).waitFor()
  await app.newSession()
  await app.send('And of boats')
  await app.untilAnswer('They swim.')
  await app.sessions.getByRole('link', { name: 'Boats of Wood' }).waitFor()
  expect(mock.journal().map(({ body }) => body['cache_control'])).toEqual([
    { type: 'ephemeral' },
    { type: 'ephemeral' },
  ])
})

it('a gateway that refuses cache points, says why in a list, breaks in the middle of words that look like a refusal, counts nothing and answers 200 to everything: each answer counts, none is asked for five times', async () => {
  const { app, mock } = scene
  const marked = (body: object): boolean => JSON.stringify(body).includes('cache_control')
  let open: MockReply[] = []
  mock.setScript(({ body }) =>
    marked(body)
      ? json({ error: { message: 'messages.0.content.0.cache_control: Extra inputs are not permitted' } }, 400)
      : ((open.length > 1 ? open.shift() : open[0]) ?? said('Nothing.')),
  )
  const ask = async (question: string, ...answers: MockReply[]): Promise<number> => {
    const before = mock.journal().length
    open = answers
    await app.send(question)
    await app.untilStatus(/^(Idle|Failed)/)
    return mock.journal().length - before
  }
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, model: 'anthropic/claude-sonnet-4.5' })
  const { conversation } = app
  // learned once
  expect(await ask('One', said('<think>\nA thought.\n</think>\n\nThe first.'))).toBe(2)
  expect(await app.lastAnswer()).not.toMatch(/think>/)
  await app.thinking.waitFor()
  // a document in place of a stream, without counts
  const message = { role: 'assistant', content: 'The second.' }
  expect(await ask('Two', json({ object: 'chat.completion', choices: [{ message, finish_reason: 'stop' }] }))).toBe(1)
  await app.untilAnswer('The second.')
  await app.answers
    .last()
    .getByText(/about [\d.k]+ in · about \d+ out/)
    .waitFor({ state: 'attached' })
  // thoughts without a word are an answer, and are open
  expect(await ask('Half', events(chunk({ reasoning_content: 'Only a thought.' }), chunk({}, 'stop'), '[DONE]'))).toBe(
    1,
  )
  await app.thinking.last().getByText('Only a thought.').waitFor()
  // FastAPI
  const detail = [{ type: 'missing', loc: ['body', 'messages', 0, 'name'], msg: 'Field required', input: {} }]
  expect(await ask('Three', json({ detail }, 422))).toBe(1)
  await conversation
    .getByText(/body\.messages\.0\.name: Field required/)
    .first()
    .waitFor()
  // an error in a stream that had begun well
  const credit = 'event: error\ndata: {"error_type":"billing","error_message":"Your credit balance is too low"}\n\n'
  expect(await ask('Four', bytes(data(chunk({ content: 'As far as' })), credit))).toBe(1)
  await conversation
    .getByText(/no credit left.*Your credit balance is too low/)
    .first()
    .waitFor()
  await conversation.getByText('As far as').waitFor()
  // an event torn in its middle
  const torn = data(chunk({ content: 'Say: insufficient balance, maximum context length is 8192 tokens' })).slice(
    0,
    -30,
  )
  expect(await ask('Five', bytes(data(chunk({ content: 'So: ' })), torn), said('Whole this time.'))).toBe(2)
  await app.untilAnswer('Whole this time.')
  await app.untilStatus('Idle')
  // no count of tokens, arguments as an object behind "{}"
  const begun = { index: '0', id: 'a', type: 'function', function: { name: 'write_file', arguments: '{}' } }
  const args = { index: '0', function: { arguments: { path: 'kites.md', content: 'They fly.' } } }
  const call = events(chunk({ tool_calls: [begun] }), chunk({ tool_calls: [args] }), chunk({}, 'tool_calls'), '[DONE]')
  expect(await ask('Six', call, said('Written.'))).toBe(2)
  await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Done')
  // 200 to everything
  expect(await ask('Seven', json({ code: 200, msg: 'success', data: null }))).toBe(1)
  expect(await ask('Eight', { raw: { headers: { 'content-type': 'text/html' }, chunks: ['<h1>Welcome</h1>'] } })).toBe(
    2,
  )
  // one message that is too long has one banner
  open = [json({ error: { message: "This model's maximum context length is 8192 tokens.", code: 400 } }, 400)]
  await app.send(`Nine ${'x'.repeat(60_000)}`)
  await app.untilStatus(/^Failed/)
  await eventually(() => conversation.getByText(/^Failed: The conversation is too long/).count()).toBe(1)
})

it('a run of the Responses API that failed without words, with the reason in the next event, was taken up again and "not found": it waits and asks once more', async () => {
  const { app, mock } = scene
  const created = {
    type: 'response.created',
    response: { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5.1' },
  }
  const failed = { type: 'response.failed', response: { id: 'resp_1', status: 'failed', error: null } }
  const why = { type: 'error', code: 'rate_limit_exceeded', message: 'Rate limit reached for gpt-5.1.' }
  mock.setScript([events(created, failed, why), { text: 'Here I am.' }])
  await app.connect({ kind: 'OpenAI', baseUrl: mock.baseUrl, model: 'gpt-5.1', goOn: true })
  const heard = await app.listenToStatus()
  await app.send('Hello')
  await app.untilAnswer('Here I am.')
  await app.untilStatus('Idle')
  expect(mock.journal().map(({ method }) => method)).toEqual(['POST', 'POST'])
  expect((await heard()).join()).toMatch(/Retrying in/)
})

it('links of an article without a base led to our own address: they lead to its host', async () => {
  const { app, mock } = scene
  const words = 'Rivers run slowly to the sea, and the sea is never full, as everybody knows who has seen it. '
  const links =
    '<a href="/rivers/a">root</a> <a href="near">near</a> <a href="?q=1">query</a> <a href="#top">top</a> <a href="//other.example/b">other</a> <a href="javascript:alert(1)">script</a>'
  const page = `<!doctype html><title>On rivers</title><nav><a href="/">Home</a></nav><article><h1>On rivers</h1>${`<p>${words}</p>`.repeat(6)}<p>${words}${links}</p></article>`
  const outside = await startOutsideServer(() => ({ type: 'text/html', body: page }))
  try {
    const url = `${outside.origin}/papers/rivers.html`
    mock.setScript([{ toolCalls: [{ name: 'fetch_page', arguments: { url } }] }, { text: 'Read.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Read it')
    await pressArmed(app.toolCalls('fetch_page').getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('Read.')
    const read = JSON.stringify(
      mock
        .journal()
        .at(-1)
        ?.body.messages?.filter(({ role }) => role !== 'system'),
    )
    const { origin } = outside
    expect([...read.matchAll(/\[(\w+)\]\(([^)]*)\)/g)].map(([, name, to]) => [name, to])).toEqual([
      ['root', `${origin}/rivers/a`],
      ['near', `${origin}/papers/near`],
      ['query', `${origin}/papers/rivers.html?q=1`],
      ['top', `${origin}/papers/rivers.html#top`],
      ['other', 'http://other.example/b'],
    ])
    expect(read).not.toContain(new URL(scene.site.url).host)
  } finally {
    await outside.close()
  }
})

it('the test of a provider says that its server has no Responses API, and one press mends it; a key of another server is asked for as OpenAI-compatible', async () => {
  const { app, mock } = scene
  const { page, providerDialog } = app
  mock.setScript(({ path }) =>
    path.includes('/responses') ? { error: { status: 404, message: 'Not Found' } } : said('OK'),
  )
  await app.button('Add provider').click()
  await app.fillProvider({ kind: 'OpenAI', baseUrl: mock.baseUrl, model: 'mock-model' })
  await providerDialog.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'OpenAI' })
  expect(await app.testOutcome()).toMatch(/has models but no Responses API[\s\S]*Choose the kind OpenAI-compatible/)
  await providerDialog.getByRole('button', { name: 'Use OpenAI-compatible' }).click()
  expect(await app.testOutcome()).toMatch(/^It works/)
  await providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
  await providerDialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Model of the next session/ }).waitFor()
  // files are told by their bytes
  await page.locator('input[type=file][aria-label="Attach files"]').setInputFiles([
    { name: 'main.ts', mimeType: 'video/mp2t', buffer: Buffer.from('export const a = 1\n') },
    { name: 'photo.heic', mimeType: '', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
  ])
  const attached = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  await eventually(() => attached.allInnerTexts()).toContainEqual(expect.stringMatching(/main\.ts/))
  await page
    .getByRole('alert')
    .getByText(/HEIC images. Save it as JPEG first/)
    .waitFor()
  await app.button('Remove photo.heic').click()
  await app.send('What is it?')
  await app.untilAnswer('OK')
  expect(JSON.stringify(mock.journal().at(-1)?.body.messages)).toContain('export const a = 1')
})
