import type { Adapter } from './adapter.ts'
import { nextTurn } from './demo-script.ts'
import { plainError } from './failure.ts'
import type { LlmPart, LlmRequest } from './port.ts'

/**
 * The built-in model: no key, no network, always the same. Its words are scripted (and say so), its tool calls are
 * real. `baseUrl` is '' or, for tests, `demo:?speed=<times as fast>`.
 */
export const adapter: Adapter = {
  create:
    ({ baseUrl }) =>
    (request) =>
      perform(request, PACE / speedOf(baseUrl)),
  listModels: async () => [{ id: 'demo', contextWindow: null, maxOutput: null }],
}

/** Milliseconds for one word (about one token): 40 a second, reading speed. */
const PACE = 25
/** Chinese has no spaces between words, most of which are two characters long. */
const WORD = /\p{Script=Han}{1,2}\p{P}*\s*|[^\s\p{Script=Han}]+\s*|\s+/gu
/** Pause before the first word, in words: a short thought. */
const BEATS_BEFORE = 8

function speedOf(baseUrl: string): number {
  const speed = Number(new URLSearchParams(baseUrl.split('?')[1] ?? '').get('speed') ?? 1)
  return Number.isFinite(speed) && speed > 0 ? speed : 1
}

async function* perform(request: LlmRequest, pace: number): AsyncGenerator<LlmPart, void> {
  const { signal } = request
  let owed = 0
  const beat = async (): Promise<void> => {
    owed += pace
    // timers are no finer than this; only tests run so fast
    if (owed < 1) return
    const ms = owed
    owed = 0
    await pause(ms, signal)
  }
  try {
    for await (const part of play(request, beat)) {
      signal.throwIfAborted()
      yield part
    }
  } catch (error) {
    yield { type: 'error', error: signal.aborted ? plainError('aborted') : plainError('unknown', String(error)) }
  }
}

/** The parts of one answer; `beat` is awaited before each word. */
async function* play(request: LlmRequest, beat: () => Promise<void>): AsyncGenerator<LlmPart, void> {
  const turn = nextTurn(request)
  const call = request.toolChoice === 'none' ? null : turn.call
  let words = 0
  let index = 0
  async function* spoken(text: string): AsyncGenerator<string, void> {
    for (const piece of text.match(WORD) ?? []) {
      await beat()
      words++
      yield piece
    }
  }
  for (let waited = 0; waited < BEATS_BEFORE; waited++) await beat()
  yield { type: 'start', model: 'demo' }
  // at every level: the demo is meant to show thinking
  yield { type: 'thinking-start', index }
  for await (const text of spoken(turn.thinking)) yield { type: 'thinking-delta', index, text }
  yield { type: 'thinking-end', index: index++ }
  yield { type: 'text-start', index }
  for await (const text of spoken(turn.text)) yield { type: 'text-delta', index, text }
  yield { type: 'text-end', index: index++ }
  if (call !== null) {
    const id = `demo-${request.messages.length}`
    const text = JSON.stringify(call.arguments)
    yield { type: 'tool-call-start', index, id, name: call.name }
    for await (const piece of spoken(text)) yield { type: 'tool-call-delta', index, text: piece }
    yield { type: 'tool-call-end', index, id, name: call.name, arguments: text }
  }
  const input = Math.ceil(JSON.stringify(request.messages).length / 4)
  const usage = { input, output: words, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  yield { type: 'done', stopReason: call === null ? 'stop' : 'tool-use', usage }
}

/** Rejects at once when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
