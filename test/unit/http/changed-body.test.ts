import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubResponse } from '../../../src/effects/scrub-response.ts'
import { boundedBody } from '../../../src/http/bounded-body.ts'
import { hasBody, withChangedBody } from '../../../src/http/changed-body.ts'
import { withSilenceLimit } from '../../../src/llm/silence.ts'
import { openWire } from '../../../src/llm/wire.ts'
import { boundedFetch } from '../../../src/mcp/bounded-fetch.ts'
import { keepPlace } from '../../../src/mcp/cut-answers.ts'

/** As Chromium gives it (measured): the body of a response without one is an empty stream, and not null. */
function asInChromium(status: number, bytes = ''): Response {
  const body = new Response(bytes).body
  const shown = { status, ok: status >= 200 && status < 300, body, headers: { 'x-from': 'server' } }
  const real = new Response(null, { status: Math.max(200, status), headers: shown.headers })
  for (const name of ['status', 'ok', 'body'] as const) Object.defineProperty(real, name, { value: shown[name] })
  return real
}

const EMPTY = [101, 204, 205, 304]
const WRAPPERS: [string, (response: Response, method: string) => Promise<Response>][] = [
  ['bounded-fetch', (response, method) => boundedFetch(async () => response)('https://a.example', { method })],
  ['bounded', async (response) => boundedBody(response, 1000, () => new Error('too large'))],
  [
    'keep-place',
    (response, method) =>
      keepPlace(async () => response)('https://a.example', { method, headers: { 'last-event-id': '7' } }),
  ],
  ['scrub-response', async (response, method) => scrubResponse(response, ['secret-123456'], method)],
  ['silence', (response, method) => withSilenceLimit(async () => response, 1000)('https://a.example', { method })],
]

describe('a response without a body', () => {
  it.each(WRAPPERS)('stays without one in a browser, and keeps its status and headers: %s', async (name, wrap) => {
    for (const status of EMPTY)
      for (const method of ['GET', 'POST', 'DELETE']) {
        const wrapped = await wrap(asInChromium(status), method)
        expect([wrapped.status, wrapped.headers.get('x-from')]).toEqual([status, 'server'])
        // it gives refusals on as they are
        if (status >= 200 && (name !== 'keep-place' || status < 300)) expect(wrapped.body).toBeNull()
      }
    expect(await (await wrap(asInChromium(200, 'words'), 'POST')).text()).toMatch(/words$/)
  })

  it.each(WRAPPERS.filter(([name]) => name !== 'bounded'))('is what HEAD is answered with: %s', async (_, wrap) => {
    const wrapped = await wrap(asInChromium(200), 'HEAD')
    expect([wrapped.status, wrapped.body]).toEqual([200, null])
  })

  it('of a model is an answer that says nothing, and no error of ours', async () => {
    for (const status of [204, 205]) {
      const wire = openWire(
        { baseUrl: 'https://a.example/v1', fetch: async () => asInChromium(status), silenceLimit: 1000 },
        { known: () => true } as never,
      )
      await expect(wire.fetch('https://a.example/v1', { method: 'POST', body: '{}' })).rejects.toThrow()
      expect(wire.failure()).toMatchObject({
        kind: 'broken-stream',
        message: expect.stringMatching(/The provider sent no answer\.$/),
      })
    }
  })

  it('is told by status and method for all of them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 599 }),
        fc.constantFrom('GET', 'POST', 'head', 'HEAD'),
        (status, method) => {
          const response = asInChromium(status)
          const without = EMPTY.includes(status) || method.toUpperCase() === 'HEAD'
          expect(hasBody(response, method)).toBe(!without)
          expect(withChangedBody(response, (body) => body, method).body === null).toBe(without)
        },
      ),
    )
  })
})
