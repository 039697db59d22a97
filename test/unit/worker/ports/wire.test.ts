import { describe, expect, it } from 'vitest'
import { WireExchange } from '../../../../src/settings/wire-exchange.ts'
import { makeWireLog } from '../../../../src/worker/ports/wire.ts'

const URL_OF_API = 'https://api.example/v1/messages?api-version=2&key=sk-secret'
const stream = (chunks: readonly string[]): Response => {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = bytes.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
  })
  return new Response(body, { status: 200, headers: { 'request-id': 'r1' } })
}
const later = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the wire of the last askings', () => {
  it('is kept as it was sent and received, while whoever asked gets every byte; no key and no header of the person is in it', async () => {
    let now = 1000
    const log = makeWireLog(() => now)
    const response = await log.through(async () => stream(['data: on', 'e\n\n', 'data: 你', '好\n\n']), URL_OF_API, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-team-token': 'hush', authorization: 'placeholder' },
      body: '{"model":"m"}',
    })
    now = 1400
    expect(await response.text()).toBe('data: one\n\ndata: 你好\n\n')
    await later()
    const [exchange] = log.view()
    expect(exchange).toMatchObject({
      ...{ at: 1000, ms: 400, method: 'POST', status: 200, problem: null },
      request: { text: '{"model":"m"}', left: 0 },
      answer: { text: 'data: one\n\ndata: 你好\n\n', left: 0 },
      answerHeaders: [['request-id', 'r1']],
    })
    expect(exchange?.headers).toEqual([
      ['authorization', null],
      ['content-type', 'application/json'],
      ['x-team-token', null],
    ])
    expect(exchange?.url).toContain('api-version=2')
    expect(JSON.stringify(log.view())).not.toMatch(/hush|placeholder|sk-secret/)
  })

  it('counts what was skipped or mended in the answer under way, in so many kinds', async () => {
    const log = makeWireLog(() => 0)
    log.mended('before any question')
    const response = await log.through(async () => stream(['a']), 'https://api.example/')
    log.mended('text in another place')
    log.mended('text in another place')
    log.mended('x'.repeat(5000))
    for (let n = 0; n < 100; n++) log.mended(`kind ${n}`)
    await response.text()
    const { mended = [] } = log.view()[0] ?? {}
    expect(mended[0]).toEqual(['text in another place', 2])
    expect(mended[1]).toEqual(['x'.repeat(100), 1])
    expect(mended).toHaveLength(40)
    expect(WireExchange.safeParse(log.view()[0]).success).toBe(true)
  })

  it('is bounded: six exchanges, and of a long text its beginning and its end', async () => {
    const log = makeWireLog(() => 0)
    const long = `begin${'x'.repeat(500_000)}end`
    for (let n = 0; n < 8; n++) {
      const pieces = Array.from({ length: 9 }, (_, at) => long.slice(at * 60_000, (at + 1) * 60_000))
      const response = await log.through(async () => stream(pieces), 'https://api.example/', { body: long })
      expect((await response.text()).length).toBe(long.length)
    }
    await later()
    expect(log.view()).toHaveLength(6)
    for (const { request, answer } of log.view())
      for (const { text, left } of [request, answer]) {
        expect(text.length).toBeLessThan(201_000)
        expect(left).toBe(long.length - 200_000)
        expect([text.slice(0, 5), text.slice(-3)]).toEqual(['begin', 'end'])
      }
  })

  it('says why nothing came, and rejects as the fetch did; an answer that breaks off keeps what had come', async () => {
    const log = makeWireLog(() => 0)
    const refused = new TypeError('Failed to fetch')
    await expect(log.through(() => Promise.reject(refused), 'https://api.example/')).rejects.toBe(refused)
    expect(log.view()[0]).toMatchObject({ status: null, problem: 'TypeError: Failed to fetch', ms: 0 })
    let sent = false
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await later()
        if (sent) controller.error(new DOMException('Stopped', 'AbortError'))
        else controller.enqueue(new TextEncoder().encode('half'))
        sent = true
      },
    })
    const response = await log.through(async () => new Response(body), 'https://api.example/')
    await expect(response.text()).rejects.toThrow('Stopped')
    await later()
    expect(log.view()[1]).toMatchObject({ answer: { text: 'half' }, problem: 'AbortError: Stopped' })
  })
})
