import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrub } from '../../../src/effects/scrub.ts'
import { scrubResponse } from '../../../src/effects/scrub-response.ts'

const SECRET = 'token-123456"x'

function inPieces(bytes: Uint8Array, cuts: readonly number[]): Response {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let n = 1; n < at.length; n++) controller.enqueue(bytes.slice(at[n - 1], at[n]))
      controller.close()
    },
  })
  return new Response(body, { status: 202, headers: { 'content-type': 'text/event-stream', 'mcp-session-id': 's1' } })
}

describe('a response', () => {
  it('shows no secret of its request, in whatever pieces and forms it comes', async () => {
    const words = fc.constantFrom(SECRET, JSON.stringify(SECRET), btoa(SECRET), 'data: ü', '\n', 'token-', '{"a":')
    await fc.assert(
      fc.asyncProperty(fc.array(words), fc.array(fc.nat(500)), async (parts, cuts) => {
        const text = parts.join('')
        const clean = await scrubResponse(inPieces(new TextEncoder().encode(text), cuts), [SECRET]).text()
        expect(clean).toBe(scrub(text, [SECRET]))
        expect(clean).not.toContain(SECRET)
      }),
    )
  })

  it('keeps its status and headers, and is left alone without secrets or body', async () => {
    const response = scrubResponse(inPieces(new TextEncoder().encode('x'), []), [SECRET])
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([202, 's1'])
    const same = new Response('x')
    expect(scrubResponse(same, [])).toBe(same)
    const empty = new Response(null, { status: 204 })
    expect(scrubResponse(empty, [SECRET])).toBe(empty)
  })

  it('gives an event as soon as it is whole, though the stream stays open', async () => {
    let push: (text: string) => void = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        push = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    const reader = scrubResponse(new Response(body), [SECRET]).body?.pipeThrough(new TextDecoderStream()).getReader()
    push(`data: ${SECRET.slice(0, 5)}`)
    push(`${SECRET.slice(5)}\n\ndata: more`)
    expect((await reader?.read())?.value).toBe('data: [secret]\n\n')
    await reader?.cancel()
  })
})

it('a line of 300 MB was held as a whole, whatever its reader takes', async () => {
  const piece = new TextEncoder().encode('x'.repeat(1_000_000))
  let sent = 0
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => (sent++ < 300 ? controller.enqueue(piece) : controller.close()),
  })
  const reader = scrubResponse(new Response(body), ['sk-1234567890']).body?.getReader()
  await expect(reader?.read()).rejects.toThrow('longer than 64 MB')
  expect(sent).toBeLessThan(100)
})
