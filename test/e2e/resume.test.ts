import { describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import { type MockReply, stuck } from '../support/mock-replies.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'
import { fileAt, nameOf, workerParts } from '../support/worker-parts.ts'

const scene = useScene()
const conversationOf = (request: MockRequest | undefined): unknown => request?.body.messages

describe.each(cases<'OpenAI-compatible' | 'Anthropic'>(['OpenAI-compatible'], ['Anthropic']))(
  'a reload, with %s',
  (kind) => {
    it('in mid-sentence: the text so far stands there marked, then the answer is finished without a click', async () => {
      const { app, mock } = scene
      // the second asking holds back, so that what remains of the first can be seen
      const seen = makeGate()
      mock.setScript([stuck(60), { words: 60, holdUntil: { events: 0, until: seen.opened } }])
      await app.connect({ kind, baseUrl: mock.baseUrl })
      await app.send('Count to sixty')
      await app.untilAnswer('word9')
      await app.untilKept(/word2\d/)
      const requested: string[] = []
      app.page.on('request', (request) => requested.push(request.url()))
      await app.page.reload()

      await app.untilAnswer('Interrupted')
      await app.untilAnswer(/word1 word2 word3/)
      await eventually(() => app.questionTexts()).toEqual(['Count to sixty'])
      await eventually(() => mock.journal().length, 'the second asking').toBe(2)
      await app.untilAnswer('Interrupted')
      seen.open()
      await app.untilAnswer(/^word1 .* word60$/s)
      await app.untilStatus('Idle')
      await eventually(() => app.answers.count()).toBe(1)

      expect(mock.journal()).toHaveLength(2)
      const [first, second] = mock.journal()
      await eventually(() => first?.disconnected).toBe(true)
      expect(conversationOf(second)).toEqual(conversationOf(first))

      // what the question waited for: one round of code, all of it asked for at once; nothing of MCP, where no server
      // is set up
      const adapter = kind === 'Anthropic' ? 'anthropic' : 'openai-compatible'
      const parts = workerParts(scene.folder)
      const late = (files: Iterable<string>): string[] =>
        [...new Set(files)].filter((file) => !parts.of('first').has(file)).map(nameOf)
      expect(late(parts.of('asking')).sort()).toEqual(['asking', 'machines'])
      expect(late(parts.of(adapter)).sort()).toEqual([adapter, 'asking', 'machines'].sort())
      const asked = requested.findIndex((url) => url.startsWith(new URL(mock.baseUrl).origin))
      const before = new Set(requested.slice(0, asked).map(fileAt))
      expect(late(before)).toEqual(expect.arrayContaining([adapter, 'asking', 'machines']))
      const mcp = [...parts.of('mcp')].filter((file) => !parts.of(adapter).has(file) && !parts.of('first').has(file))
      expect(mcp.length).toBeGreaterThan(0)
      expect(mcp.filter((file) => before.has(file))).toEqual([])
    })
  },
)

describe('waiting for a retry', () => {
  it('goes on waiting over a reload, no shorter than the provider asked for, and asks once more', async () => {
    const { app, mock } = scene
    mock.setScript([{ error: { status: 429, message: 'slow down', retryAfter: '12' } }, { text: 'Here I am again.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Hello')
    await app.untilStatus(/^Retrying in \d+ s$/)
    await app.page.reload()
    await app.untilStatus(/^Retrying in \d+ s$/)
    expect(mock.journal()).toHaveLength(1)
    await app.untilAnswer('Here I am again.')
    await app.untilStatus('Idle')
    const [first, second] = mock.journal()
    expect(mock.journal()).toHaveLength(2)
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(12_000)
    expect(conversationOf(second)).toEqual(conversationOf(first))
  })

  it.each(
    cases<[what: string, trouble: MockReply]>(
      [
        ['429', { error: { status: 429, message: 'slow down' } }],
        ['a socket that dies in mid-answer', { words: 60, breakAfter: { events: 6, how: 'destroy' } }],
      ],
      [
        ['529', { error: { status: 529, message: 'overloaded', type: 'overloaded_error' } }],
        ['an answer that stops without its end', { words: 60, breakAfter: { events: 6, how: 'end' } }],
      ],
    ),
  )('%s, then success: the answer comes by itself', async (_what, trouble) => {
    const { app, mock } = scene
    mock.setScript([trouble, { text: 'All is well.' }])
    await app.connect({ kind: 'Anthropic', baseUrl: mock.baseUrl })
    const said = await app.listenToStatus()
    await app.send('Hello')
    await app.untilAnswer(/^All is well\.$/)
    await app.untilStatus('Idle')
    // a second or so: gone, perhaps, when a test looks
    expect((await said()).join('\n')).toMatch(/^Retrying in \d+ s$/m)
    await eventually(() => app.answers.count()).toBe(1)
    expect(mock.journal()).toHaveLength(2)
    expect(conversationOf(mock.journal()[1])).toEqual(conversationOf(mock.journal()[0]))
  })

  it('keeps the text of a broken answer in sight, with the moment of the next asking', async () => {
    const { app, mock } = scene
    // what comes in the moment of the break may be lost with it: browsers drop what a stream has not read when it fails
    const read = makeGate()
    const breaks = { holdUntil: { events: 6, until: read.opened }, breakAfter: { events: 7, how: 'destroy' as const } }
    mock.setScript([{ words: 60, ...breaks }, { text: 'Complete.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    const shown = await app.listenToAnswers()
    await app.send('Hello')
    await app.untilAnswer('word1')
    read.open()
    await app.untilAnswer(/^Complete\.$/)
    // in one look: the next asking may begin between two
    const waiting = (await shown()).filter((text) => /Retrying in \d+ s/.test(text))
    expect(waiting).not.toEqual([])
    for (const text of waiting) expect(text).toMatch(/^(?![\s\S]*Interrupted)[\s\S]*word1/)
  })
})

describe('a refused key', () => {
  it('ends the run with its reason, and Retry works once the key is right', async () => {
    const { app, mock } = scene
    mock.setScript(({ headers }) =>
      headers['authorization'] === 'Bearer right-key-987654321'
        ? { text: 'Welcome.' }
        : { error: { status: 401, message: 'invalid api key' } },
    )
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, key: 'wrong-key-123456789' })
    await app.send('Open up')
    await app.untilStatus(/^Failed: The provider rejected the API key/)
    expect(mock.journal()).toHaveLength(1)

    await app.page.reload()
    await app.untilStatus(/^Failed: The provider rejected the API key/)
    await app.changeKey('right-key-987654321')
    expect(mock.journal()).toHaveLength(1)
    await app.button('Retry').click()
    await app.untilAnswer('Welcome.')
    await app.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
    expect(conversationOf(mock.journal()[1])).toEqual(conversationOf(mock.journal()[0]))
  })
})

describe('Stop', () => {
  it('in mid-sentence: the provider is cut off, the text stays, and nothing is asked afterwards, nor after a reload', async () => {
    const { app, mock } = scene
    mock.setScript([stuck(60)])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Count')
    await app.untilAnswer('word9')
    await app.button('Stop').click()
    await app.untilStatus('Stopped')
    await eventually(() => mock.journal()[0]?.disconnected, 'the provider sees that nobody listens').toBe(true)
    await app.untilAnswer(/word9.*Stopped/s)
    const text = await app.lastAnswer()
    expect(text).not.toContain('word60')

    await app.page.reload()
    await app.untilStatus('Stopped')
    const words = (answer: string): string => answer.slice(0, answer.lastIndexOf('Stopped')).trim()
    await eventually(async () => words(await app.lastAnswer()), 'the text that stays').toBe(words(text))
    // the writer of this page has restored the session and would have asked by now: a message proves that it runs
    await app.send('Go on then')
    await eventually(() => mock.journal().length).toBe(2)
    expect(JSON.stringify(conversationOf(mock.journal()[1]))).toContain('Go on then')
    expect(await visibleText(app.button('Stop'))).toBe('')
  })
})
