import type { ServerResponse } from 'node:http'
import type { Fixture } from '@copilotkit/aimock'

/** The replies of the mock provider, and how each kind is sent. */

export type MockReply = {
  text?: string
  /** Instead of `text`: this many numbered words, `word1 word2 …`, so that a test can see how far an answer is. */
  words?: number
  thinking?: string
  signature?: string
  redactedThinking?: string[]
  toolCalls?: { name: string; arguments: Record<string, unknown>; id?: string }[]
  /** In the provider's own field names (`prompt_tokens`, `input_tokens`, …). */
  usage?: Record<string, number>
  /** In OpenAI's terms: stop, length, tool_calls, content_filter. */
  finishReason?: string
  /** Milliseconds before the first chunk and between chunks, and the size of a chunk in characters. */
  pace?: { firstMs?: number; chunkMs?: number; chunkSize?: number }
  /**
   * Breaks the stream after this many events: the socket, or cleanly without the end, or silence with the socket open.
   */
  breakAfter?: { events: number; how: 'destroy' | 'end' | 'hang' }
  /**
   * For a run in the background: pauses after this many events until the test continues it (`release` of mock-runs.ts).
   */
  holdAfter?: number
  /** The stream pauses after this many events until the promise resolves. */
  holdUntil?: { events: number; until: Promise<unknown> }
  /** An error response in place of a stream. `retryAfter`: the literal header, seconds or an HTTP date. */
  error?: { status: number; message?: string; type?: string; retryAfter?: string }
  /** Custom bytes. `how`: what comes after them. */
  raw?: {
    status?: number
    headers?: Record<string, string>
    chunks: (string | Uint8Array)[]
    everyMs?: number
    how?: 'end' | 'destroy' | 'hang'
  }
}

/**
 * An answer that gets to its middle, about its thirtieth word, and stays there, so that even the slowest machine finds
 * it there.
 */
export const stuck = (words: number): MockReply => ({ words, breakAfter: { events: 30, how: 'hang' } })

/** An answer that pauses in its middle until the promise resolves. */
export const heldUntil = (until: Promise<unknown>, words: number): MockReply => ({
  words,
  holdUntil: { events: 30, until },
})

export function fixtureOf(reply: MockReply, context: string): Fixture {
  const text = reply.text ?? (reply.words === undefined ? '' : numbered(reply.words))
  const { firstMs = 0, chunkMs = 0, chunkSize = 8 } = reply.pace ?? {}
  const common = {
    ...(reply.thinking === undefined ? {} : { reasoning: reply.thinking }),
    ...(reply.signature === undefined ? {} : { reasoningSignature: reply.signature }),
    ...(reply.redactedThinking === undefined ? {} : { redactedThinking: reply.redactedThinking }),
    ...(reply.usage === undefined ? {} : { usage: reply.usage }),
    ...(reply.finishReason === undefined ? {} : { finishReason: reply.finishReason }),
  }
  const toolCalls = reply.toolCalls?.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) }))
  return {
    match: { context },
    response: toolCalls === undefined ? { content: text, ...common } : { content: text, toolCalls, ...common },
    chunkSize,
    ...(chunkMs > 0 || firstMs > 0 ? { streamingProfile: { ttft: firstMs, tps: 1000 / Math.max(1, chunkMs) } } : {}),
  }
}

function numbered(words: number): string {
  return Array.from({ length: words }, (_, i) => `word${i + 1}`).join(' ')
}

export function sendError(outgoing: ServerResponse, path: string, error: NonNullable<MockReply['error']>): void {
  const { status, message = 'mock error', type = 'mock_error', retryAfter } = error
  const anthropic = path.startsWith('/v1/messages')
  const body = anthropic ? { type: 'error', error: { type, message } } : { error: { message, type, code: type } }
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  }
  outgoing.writeHead(status, headers).end(JSON.stringify(body))
}

export async function sendRaw(outgoing: ServerResponse, raw: NonNullable<MockReply['raw']>): Promise<void> {
  outgoing.writeHead(raw.status ?? 200, raw.headers ?? { 'content-type': 'text/event-stream' })
  outgoing.flushHeaders()
  for (const chunk of raw.chunks) {
    if (outgoing.destroyed) return
    await new Promise((resolve) => outgoing.write(chunk, resolve))
    await new Promise((resolve) => setTimeout(resolve, raw.everyMs ?? 0))
  }
  endAs(outgoing, raw.how ?? 'end')
}

export function endAs(outgoing: ServerResponse, how: 'destroy' | 'end' | 'hang'): void {
  if (how === 'end') outgoing.end()
  // written data must leave before the socket is destroyed
  if (how === 'destroy') setTimeout(() => outgoing.destroy(), 20)
}
