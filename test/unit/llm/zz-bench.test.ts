import { it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { scrubbedLlm } from '../../../src/effects/scrub-parts.ts'
import { makeAnswerBuffer } from '../../../src/effects/answer-buffer.ts'
import { requestOf } from './contract.ts'
it('bench', async () => {
  const ev = (d: object, f: string | null = null) => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: d, finish_reason: f }] })}\n\n`
  const N = 200_000
  const { create } = await loadAdapter('openai-compatible')
  const times: number[] = []
  for (let run = 0; run < 6; run++) {
    let n = 0
    const enc = new TextEncoder()
    const piece = enc.encode(ev({ content: 'word ' }).repeat(20))
    const fetch = async () => new Response(new ReadableStream({ pull: (c) => { if (n >= N) { c.enqueue(enc.encode(ev({}, 'stop') + 'data: [DONE]\n\n')); c.close() } else { n += 20; c.enqueue(piece) } } }), { headers: { 'content-type': 'text/event-stream' } })
    const llm = scrubbedLlm(create({ baseUrl: 'http://localhost:9000/v1', fetch: fetch as never }), ['sk-abcdefgh12345678'])
    const b = makeAnswerBuffer()
    const c = process.cpuUsage()
    for await (const p of llm(requestOf())) b.push(p)
    const u = process.cpuUsage(c)
    times.push(N / ((u.user + u.system) / 1e6))
  }
  console.log('chunks per CPU second', times.map((t) => Math.round(t)).join(' '), 'rss', Math.round(process.resourceUsage().maxRSS / 1024))
}, 200_000)
