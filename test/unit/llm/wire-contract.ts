import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import type { Llm, LlmErrorKind, LlmPart } from '../../../src/llm/port.ts'
import { withHeaders } from '../../../src/llm/with-headers.ts'
import { type MockProvider, startMockProvider } from '../../support/mock-provider.ts'
import type { MockReply } from '../../support/mock-replies.ts'
import { collect, errorOf, last, requestOf, runLlmContract } from './contract.ts'
import type { Recorded } from './recorded.ts'

/** What every adapter with a wire must make of a provider that behaves, and of all the ways in which it does not. */
export function runWireContract(recorded: Recorded): void {
  let mock: MockProvider
  let create: (silenceLimit?: number, baseUrl?: string) => Llm
  beforeAll(async () => {
    mock = await startMockProvider()
    const adapter = await loadAdapter(recorded.kind)
    create = (silenceLimit, baseUrl = mock.url + (recorded.base ?? '/v1')) =>
      asking(adapter.create({ baseUrl, fetch, silenceLimit, advanced: recorded.advanced }))
  })
  afterAll(() => mock.close())
  const asking =
    (llm: Llm): Llm =>
    (request) =>
      llm({ ...request, ...(recorded.model !== undefined && { model: recorded.model }) })
  /** Where the answer is in the journal that an asking begins at `from`. */
  const answered = (from: number): number => from + (recorded.inTwo === true ? 1 : 0)
  /** Each interaction has a name of its own. */
  const sameName = (parts: LlmPart[]): LlmPart[] =>
    recorded.inTwo === true
      ? parts.map((part) =>
          part.type === 'start' && part.responseId?.startsWith('v1_mock_') === true
            ? { ...part, responseId: 'v1_mock_1' }
            : part,
        )
      : parts

  const bytes = (text: string, cut: (all: Uint8Array) => Uint8Array[] = (all) => [all]): MockReply => ({
    raw: { chunks: cut(new TextEncoder().encode(text)) },
  })
  const answer = (reply: MockReply, silenceLimit?: number) => {
    mock.setScript([reply])
    return collect(create(silenceLimit), requestOf()).then(sameName)
  }

  describe('the port', () => {
    runLlmContract(async () => {
      mock.setScript([
        {
          thinking: 'I think about it for a while.',
          signature: 'c2ln',
          words: 30,
          toolCalls: [{ name: 'read_file', arguments: { path: 'a-file-with-a-long-name.md' } }],
          pace: { chunkMs: 4, chunkSize: 6 },
        },
      ])
      const before = mock.journal().length
      return {
        llm: create(),
        hungUp: () =>
          mock.until((journal) => {
            const entry = journal[answered(before)]
            return entry?.disconnected === true || (recorded.callsComeLast === true && entry?.finished === true)
          }),
      }
    })
  })

  describe('recorded bytes', () => {
    it('in one piece give the parts', async () => {
      expect(await answer(bytes(recorded.complete))).toEqual(recorded.parts)
    })
    it('what the person adds joins the question, and the answer is the same', async () => {
      mock.setScript([bytes(recorded.complete)])
      const before = mock.journal().length
      const { create: make } = await loadAdapter(recorded.kind)
      const baseUrl = mock.url + (recorded.base ?? '/v1')
      const set = { body: '{"reflexor_test": {"a": [1]}}', temperature: 0.5, topP: 0.5, seed: 7, maxOutput: 321 }
      const advanced = { ...recorded.advanced, ...set }
      const llm = asking(make({ baseUrl, fetch: withHeaders(fetch, { 'X-Reflexor-Test': 'yes' }), advanced }))
      expect(sameName(await collect(llm, requestOf({ thinking: 'off' })))).toEqual(recorded.parts)
      const asked = mock.journal()[before]
      expect(asked?.body).toMatchObject({ reflexor_test: { a: [1] } })
      expect(JSON.stringify(asked?.body)).toContain('321')
    })
    it('every 7 bytes, through characters and JSON, give the same parts', async () => {
      expect(await answer(bytes(recorded.complete, (all) => every(7, all)))).toEqual(recorded.parts)
    })
    it('an abort after any part lets no other part through, although everything is there already', async () => {
      for (let count = 1; count < recorded.parts.length; count++) {
        mock.setScript([bytes(recorded.complete)])
        const controller = new AbortController()
        const parts: LlmPart[] = []
        for await (const part of create()(requestOf({ signal: controller.signal })))
          if (parts.push(part) === count) controller.abort()
        expect(sameName(parts.slice(0, -1))).toEqual(recorded.parts.slice(0, count))
        expect(parts.at(-1)).toMatchObject({ type: 'error', error: { kind: 'aborted' } })
      }
    })
    it('cut at random places give the same parts', async () => {
      const size = new TextEncoder().encode(recorded.complete).length
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: size - 1 }), { maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(cuts, async (places) => {
          expect(await answer(bytes(recorded.complete, (all) => at(places, all)))).toEqual(recorded.parts)
        }),
        { numRuns: 15, seed: 7 },
      )
    })
    it('with CRLF line ends give the same parts', async () => {
      expect(await answer(bytes(recorded.complete.replaceAll('\n', '\r\n')))).toEqual(recorded.parts)
    })
  })

  describe('broken streams are retryable errors, never a finished answer', () => {
    const broken = { kind: 'broken-stream', retryable: true }
    it('a clean end without a finish', async () => {
      const parts = await answer(bytes(recorded.unfinished))
      expect(errorOf(parts)).toMatchObject(broken)
      expect(parts.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(0)
    })
    it('a clean end before anything', async () => {
      expect(errorOf(await answer(bytes('')))).toMatchObject(broken)
    })
    it('a cut socket, at any event', async () => {
      for (const events of [0, 1, 2, 5])
        expect(errorOf(await answer({ words: 40, breakAfter: { events, how: 'destroy' } }))).toMatchObject(broken)
    })
    it('a cut at any byte of a recorded answer', async () => {
      const all = new TextEncoder().encode(recorded.complete)
      const size = new TextEncoder().encode(recorded.unfinished).length
      for (const length of [1, 50, 331, size - 30, size - 1]) {
        const raw = { chunks: [all.slice(0, length)], how: 'destroy' as const }
        expect(errorOf(await answer({ raw }))).toMatchObject(broken)
      }
    })
    it('JSON that breaks off', async () => {
      expect(errorOf(await answer(bytes(recorded.malformed)))).toMatchObject(broken)
    })
    it('garbage', async () => {
      expect(errorOf(await answer(bytes('data: \u0000\u0001 what?\n\ndata: []\n\n')))).toMatchObject(broken)
      const noise = Uint8Array.from({ length: 500 }, (_, i) => (i * 97) % 256)
      expect(errorOf(await answer({ raw: { chunks: [noise] } }))).toMatchObject(broken)
    })
    it('a web page with status 200 asks for the base URL', async () => {
      const raw = { headers: { 'content-type': 'text/html' }, chunks: ['<html>Welcome to the hotel</html>'] }
      const error = errorOf(await answer({ raw }))
      expect(error).toMatchObject(broken)
      expect(error.message).toContain('base URL')
      expect(error.message).not.toContain('hotel')
    })
    it('one JSON document with status 200 says what the server said', async () => {
      const raw = { headers: { 'content-type': 'application/json' }, chunks: ['{"error":"no streaming here"}'] }
      expect(errorOf(await answer({ raw })).message).toContain('no streaming here')
    })
  })

  it('an overload in the middle of the stream is told as overload, after the text', async () => {
    const parts = await answer(bytes(recorded.overloaded))
    expect(errorOf(parts)).toMatchObject({ kind: 'overloaded', retryable: true })
    expect(parts.some(({ type }) => type === 'text-delta')).toBe(true)
  })
  it('an error as the very first event is classified too', async () => {
    const event = recorded.overloaded.trim().split('\n\n').at(-1)
    expect(errorOf(await answer(bytes(`${event}\n\n`)))).toMatchObject({ kind: 'overloaded', retryable: true })
  })
  it('an answer without anything in it is a retryable failure', async () => {
    expect(errorOf(await answer(bytes(recorded.empty)))).toMatchObject({ kind: 'empty', retryable: true })
  })
  it('a refusal and the output limit are endings, not errors', async () => {
    if (recorded.refusal !== null)
      expect(last(await answer(bytes(recorded.refusal)))).toMatchObject({ type: 'done', stopReason: 'refusal' })
    expect(last(await answer(bytes(recorded.length)))).toMatchObject({ type: 'done', stopReason: 'length' })
  })

  const statuses: [number, string, LlmErrorKind, boolean][] = [
    [401, 'invalid key', 'bad-key', false],
    [403, 'not for you', 'bad-key', false],
    [404, 'no such model', 'not-found', false],
    [400, 'unexpected field', 'bad-request', false],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', 'context-too-long', false],
    [400, "This model's maximum context length is 8192 tokens", 'context-too-long', false],
    [400, 'blocked by content_policy', 'refused', false],
    [402, 'Insufficient Balance', 'no-credit', false],
    [429, 'slow down', 'rate-limit', true],
    [500, 'oops', 'server', true],
    [503, 'busy', 'overloaded', true],
    [529, 'Overloaded', 'overloaded', true],
  ]
  it.each(statuses)('status %i "%s" is %s', async (status, message, kind, retryable) => {
    const error = errorOf(await answer({ error: { status, message } }))
    expect(error).toMatchObject({ kind, retryable, status })
    expect(error.message).toContain(message)
  })
  it('an error body that is a web page is not shown', async () => {
    const raw = { status: 502, headers: { 'content-type': 'text/html' }, chunks: ['<h1>Bad gateway</h1>'] }
    const error = errorOf(await answer({ raw }))
    expect(error).toMatchObject({ kind: 'server', retryable: true, status: 502 })
    expect(error.message).not.toContain('<h1>')
  })
  it('Retry-After in seconds and as a date become milliseconds', async () => {
    const inSeconds = errorOf(await answer({ error: { status: 429, retryAfter: '7' } }))
    expect(inSeconds.retryAfter).toBe(7000)
    const date = new Date(Date.now() + 90_000).toUTCString()
    const asDate = errorOf(await answer({ error: { status: 429, retryAfter: date } }))
    expect(asDate.retryAfter).toBeGreaterThan(85_000)
    expect(asDate.retryAfter).toBeLessThanOrEqual(90_000)
    expect(errorOf(await answer({ error: { status: 429, retryAfter: 'soon' } })).retryAfter).toBeUndefined()
  })

  it('a server that says nothing, or stops in the middle, times out; the connection is closed', async () => {
    for (const events of [0, 3]) {
      const before = mock.journal().length
      const reply: MockReply =
        events === 0 ? { raw: { chunks: [], how: 'hang' } } : { words: 40, breakAfter: { events, how: 'hang' } }
      expect(errorOf(await answer(reply, 120))).toMatchObject({ kind: 'timeout', retryable: true })
      await mock.until((journal) => journal[answered(before)]?.disconnected === true)
    }
  })
  it('comments keep a slow answer alive', async () => {
    const beats = Array.from({ length: 12 }, () => ': beat\n\n')
    const parts = await answer({ raw: { chunks: [...beats, recorded.complete], everyMs: 70 } }, 700)
    expect(last(parts).type).toBe('done')
  })
  it('nobody listening is a network error that names both causes and, on this computer, how to allow the page', async () => {
    const error = errorOf(await collect(create(undefined, 'http://127.0.0.1:9/v1'), requestOf()))
    expect(error).toMatchObject({ kind: 'network', retryable: true })
    for (const word of ['not be running', 'CORS', 'OLLAMA_ORIGINS', 'lms server start --cors'])
      expect(error.message).toContain(word)
  })
  it('a fetch that throws something else is a network error, and says nothing of its innards', async () => {
    const adapter = await loadAdapter(recorded.kind)
    const llm = adapter.create({
      baseUrl: 'https://api.example.com/v1',
      fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    const error = errorOf(await collect(llm, requestOf()))
    expect(error.kind).toBe('network')
    expect(error.message).toContain('https://api.example.com')
    expect(error.message).not.toContain('OLLAMA')
  })
  it('an address that is none is an error part, not an exception', async () => {
    expect(errorOf(await collect(create(undefined, 'nonsense'), requestOf()))).toMatchObject({ retryable: false })
  })
  it('a fetch that ignores its signal cannot hold up an abort or the deadline', async () => {
    const adapter = await loadAdapter(recorded.kind)
    const deaf = { baseUrl: mock.baseUrl, fetch: () => new Promise<Response>(() => undefined), silenceLimit: 60 }
    expect(errorOf(await collect(adapter.create(deaf), requestOf())).kind).toBe('timeout')
    const signal = AbortSignal.timeout(10)
    expect(errorOf(await collect(adapter.create(deaf), requestOf({ signal }))).kind).toBe('aborted')
  })
  it('sends no key of its own and no identity header', async () => {
    const before = mock.journal().length
    await answer({ text: 'ok' })
    const headers = mock.journal()[before]?.headers ?? {}
    expect(headers['content-type']).toBe('application/json')
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('x-api-key')
    expect(headers['user-agent']).not.toContain('ai-sdk')
  })
}

function every(size: number, all: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))
}
function at(places: number[], all: Uint8Array): Uint8Array[] {
  const cuts = [0, ...places.toSorted((a, b) => a - b), all.length]
  return cuts.slice(1).map((to, i) => all.slice(cuts[i], to))
}
