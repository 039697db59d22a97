import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createWire, type Fixture } from '@copilotkit/aimock'
import { type MockInteractions, makeMockInteractions } from './mock-interactions.ts'
import { endAs, fixtureOf, type MockReply, sendError, sendRaw } from './mock-replies.ts'
import { type MockRuns, makeMockRuns } from './mock-runs.ts'

/**
 * A local model provider that speaks the real wire formats of `/v1/chat/completions`, `/v1/messages`, `/v1/responses`
 * and `/v1beta/models/…` (made by aimock) and misbehaves on demand. A small server in front of aimock adds what it
 * lacks: a sequence per request, clean early ends, hangs, strict CORS, and a record of clients that disconnected.
 */

export type MockRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: MockBody
  /** Wall time, ms. */
  at: number
  /** The client disconnected before the answer was complete. */
  disconnected: boolean
  /** The answer was sent completely. */
  finished: boolean
}

/** Known fields of a request body; it has all others, too. */
export type MockBody = {
  model?: string
  messages?: { role: string; content: unknown }[]
  tools?: unknown[]
  [key: string]: unknown
}

/**
 * Replies in order; the last one repeats. Or a function of the request and its number among the chat requests (from 0).
 * Requests about a running answer need no reply.
 */
type MockScript = MockReply[] | ((request: MockRequest, n: number) => MockReply)

export type MockProvider = {
  /** Without `/v1`. */
  url: string
  /** For the field "Base URL": with `/v1`. */
  baseUrl: string
  /** Chat requests, and requests about running answers, in order of arrival; entries change while an answer runs. */
  journal: () => MockRequest[]
  setScript: (script: MockScript) => void
  setNaming: (naming: (message: string) => string | null) => void
  /** Number of names given. */
  named: () => number
  /** Answers of `/v1/responses` that continue in the background. */
  runs: MockRuns
  /** Answers of `/v1beta/interactions`, which do so, too. */
  interactions: MockInteractions
  /** Resolves as soon as the journal meets the condition; rejects after `ms`. */
  until: (condition: (journal: MockRequest[]) => boolean, ms?: number) => Promise<void>
  close: () => Promise<void>
}

export type MockOptions = {
  port?: number
  script?: MockScript
  /** Requests with another key get 401. Without it any key works. */
  apiKey?: string
  models?: string[]
  /** The title for a conversation that begins with this message; null: an error. Default: its first words. */
  naming?: (message: string) => string | null
}

/** The message that a name is requested for; null: another kind of request. */
const namingIn = (body: string): string | null =>
  body.includes('You name conversations.') ? (/<message>\\n([\s\S]*?)\\n<\/message>/.exec(body)?.[1] ?? '') : null
const firstWords = (message: string): string | null => {
  const line = JSON.parse(`"${message}"`).split('\n')[0].trim()
  return line === '' || line.length > 60 ? null : line
}

const ALLOWED_HEADERS =
  'authorization, x-api-key, x-goog-api-key, content-type, accept, anthropic-version, anthropic-beta, anthropic-dangerous-direct-browser-access'

export async function startMockProvider(options: MockOptions = {}): Promise<MockProvider> {
  const fixtures: Fixture[] = []
  const wire = await createWire(fixtures, { port: 0, host: '127.0.0.1', strict: true })
  // aimock paces an answer to its end, also when nobody listens: its timers would keep this process alive
  wire.server.on('request', (_, response) => {
    response.on('close', () => {
      if (!response.writableEnded) response.end()
    })
  })
  const journal: MockRequest[] = []
  let script: MockScript = options.script ?? [{ text: 'Hello from the mock provider.' }]
  const runs = makeMockRuns()
  const interactions = makeMockInteractions()
  let asked = 0
  let named = 0
  let naming = options.naming ?? firstWords

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error) => outgoing.destroy(error))
  })

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader('access-control-allow-origin', '*')
    outgoing.setHeader('access-control-expose-headers', 'retry-after')
    if (incoming.method === 'OPTIONS') {
      // a list, not `*`: a page that sends any other header must fail here as at a strict provider
      outgoing.setHeader('access-control-allow-headers', ALLOWED_HEADERS)
      outgoing.setHeader('access-control-allow-methods', 'GET, POST')
      outgoing.setHeader('access-control-allow-private-network', 'true')
      outgoing.writeHead(204).end()
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const path = incoming.url ?? '/'
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    if (!keyIsRight(headers))
      return sendError(outgoing, path, { status: 401, message: 'invalid x-api-key', type: 'authentication_error' })
    if (path.startsWith('/v1beta/models?')) return sendGoogleModels(outgoing)
    if (path.startsWith('/v1/models')) return sendModels(outgoing, headers)
    const naming = namingIn(text)
    if (naming !== null) return answerNaming(outgoing, path, text, naming)
    const entry: MockRequest = {
      method: incoming.method ?? '',
      path,
      headers,
      body: text === '' ? {} : JSON.parse(text),
      at: Date.now(),
      disconnected: false,
      finished: false,
    }
    const n = journal.push(entry) - 1
    const held = interactions.isAbout(path) ? interactions : runs
    const about = held.isAbout(path)
    const reply = about
      ? {}
      : typeof script === 'function'
        ? script(entry, asked)
        : (script[Math.min(asked, script.length - 1)] ?? {})
    if (!about) asked++
    outgoing.on('close', () => {
      entry.finished = outgoing.writableFinished
      const ours = reply.breakAfter?.how === 'destroy' || reply.raw?.how === 'destroy'
      entry.disconnected = !outgoing.writableFinished && !ours
    })
    if (about) return held.answer(outgoing, entry.method, path)
    if (reply.error !== undefined) return sendError(outgoing, path, reply.error)
    if (path === '/v1beta/interactions' && reply.raw?.headers === undefined) {
      fixtures.push(fixtureOf(reply, `request-${n}`))
      return interactions.begin(outgoing, wire.url, `request-${n}`, text, reply)
    }
    if (reply.raw !== undefined) return sendRaw(outgoing, reply.raw)
    if (reply.breakAfter?.events === 0) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return endAs(outgoing, reply.breakAfter.how)
    }
    if (entry.body['background'] !== true) return sendStream(outgoing, entry, text, reply, `request-${n}`)
    fixtures.push(fixtureOf(reply, `request-${n}`))
    await runs.begin(outgoing, wire.url, `request-${n}`, text, reply)
  }

  /** Answered independently of the script, and not in the journal. */
  async function answerNaming(outgoing: ServerResponse, path: string, text: string, message: string): Promise<void> {
    const background = (JSON.parse(text) as MockBody)['background'] === true
    const title = background ? null : naming(message)
    if (title === null) return sendError(outgoing, path, { status: 400, message: 'No names here.' })
    const entry = { path } as MockRequest
    await sendStream(outgoing, entry, text, { text: title }, `naming-${++named}`)
  }

  function keyIsRight(headers: Record<string, string>): boolean {
    if (options.apiKey === undefined) return true
    return (
      headers['authorization'] === `Bearer ${options.apiKey}` ||
      [headers['x-api-key'], headers['x-goog-api-key']].includes(options.apiKey)
    )
  }

  function sendModels(outgoing: ServerResponse, headers: Record<string, string>): void {
    const data = (options.models ?? ['mock-model', 'mock-model-2']).map((id) =>
      headers['anthropic-version'] === undefined ? { id, object: 'model' } : { id, type: 'model', display_name: id },
    )
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data, has_more: false }))
  }

  function sendGoogleModels(outgoing: ServerResponse): void {
    const models = (options.models ?? ['mock-model', 'mock-model-2']).map((id) => ({
      name: `models/${id}`,
      inputTokenLimit: 100_000,
      outputTokenLimit: 8000,
    }))
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ models }))
  }

  /** Lets aimock make the bytes of this one reply and passes them on. */
  function sendStream(
    outgoing: ServerResponse,
    entry: MockRequest,
    body: string,
    reply: MockReply,
    context: string,
  ): Promise<void> {
    fixtures.push(fixtureOf(reply, context))
    return new Promise((resolve, reject) => {
      const upstream = httpRequest(
        `${wire.url}${entry.path}`,
        { method: 'POST', headers: { 'content-type': 'application/json', 'x-aimock-context': context } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, {
            'content-type': answer.headers['content-type'] ?? 'text/plain',
          })
          outgoing.flushHeaders()
          passOn(answer, outgoing, reply).then(resolve, (error) =>
            outgoing.destroyed || outgoing.writableEnded ? resolve() : reject(error),
          )
        },
      )
      upstream.on('error', (error) =>
        outgoing.destroyed || outgoing.writableEnded || reply.breakAfter ? resolve() : reject(error),
      )
      outgoing.on('close', () => {
        upstream.destroy()
        resolve()
      })
      upstream.end(body)
    })
  }

  /** Event by event; after a break the rest is not read. */
  async function passOn(answer: IncomingMessage, outgoing: ServerResponse, reply: MockReply): Promise<void> {
    const { breakAfter, holdUntil } = reply
    let events = 0
    let rest = ''
    answer.setEncoding('utf8')
    for await (const chunk of answer) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        if (events === holdUntil?.events) await holdUntil.until
        if (outgoing.destroyed) return
        outgoing.write(`${part}\n\n`)
        events++
        if (events === breakAfter?.events) return endAs(outgoing, breakAfter.how)
      }
    }
    outgoing.end(rest)
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    baseUrl: `${url}/v1`,
    journal: () => journal,
    runs,
    interactions,
    setNaming: (next) => {
      naming = next
    },
    named: () => named,
    setScript: (next) => {
      script = next
      asked = 0
    },
    until: async (condition, ms = 30_000) => {
      for (
        const deadline = Date.now() + ms;
        !condition(journal);
        await new Promise((resolve) => setTimeout(resolve, 5))
      )
        if (Date.now() > deadline)
          throw new Error(`Not seen within ${ms} ms; journal: ${JSON.stringify(journal, null, 1)}`)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      wire.server.closeAllConnections()
      await new Promise((resolve) => wire.server.close(resolve))
    },
  }
}
