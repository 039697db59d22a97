import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isWhole, knownFrom, nextTurn, programsIn, summaryOf } from './program.ts'
import type { Random } from './random.ts'
import { eventsOf, familyOf, readRequest } from './wire.ts'

/** The scripted model behind a provider that misbehaves at random, in every way that providers do. */

const PROVIDER_FAULTS = [
  'rate-limit',
  'rate-limit-retry-after',
  'server-error',
  'overloaded',
  'hang-before',
  'hang-inside',
  'cut',
  'clean-end',
  'malformed',
  'error-inside',
  'wrong-type',
  'drip',
] as const
export type ProviderFault = (typeof PROVIDER_FAULTS)[number]

type Asking = { at: number; session: string; finished: boolean }
export type Provider = {
  /** Without a path. */
  url: string
  askings: Asking[]
  /** Requests for a summary, which are no askings. */
  summaries: Asking[]
  /** Requests that no provider would take, in words: each is a violation. */
  badRequests: string[]
  /** How likely an asking meets a fault; `pace`: the most milliseconds between two events. */
  setWeather: (weather: { random: Random; rate: number; pace: number }) => void
  onAsked: (listener: () => void) => void
  close: () => Promise<void>
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** `count` hears of every fault. */
export async function startProvider(random: Random, count: (fault: ProviderFault) => void): Promise<Provider> {
  const askings: Asking[] = []
  const summaries: Asking[] = []
  const badRequests: string[] = []
  let weather = { random, rate: 0, pace: 0 }
  let listener = (): void => {}

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => {
      badRequests.push(String(error))
      outgoing.destroy()
    })
  })

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader('access-control-allow-origin', '*')
    // a connection that is used again lets Chromium repeat a request that broke off (see tool-server.ts)
    outgoing.setHeader('connection', 'close')
    outgoing.setHeader('access-control-expose-headers', 'retry-after')
    if (incoming.method === 'OPTIONS') {
      outgoing.setHeader('access-control-allow-headers', incoming.headers['access-control-request-headers'] ?? '')
      outgoing.setHeader('access-control-allow-private-network', 'true')
      outgoing.writeHead(204).end()
      return
    }
    const chunks: Buffer[] = []
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
    } catch {
      return // hung up in the middle of its request
    }
    // what models there are, and what a session is called: not what is judged
    if (incoming.method === 'GET' || Buffer.concat(chunks).includes('You name conversations.')) {
      outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}')
      return
    }
    const family = familyOf(incoming.url ?? '')
    const text = Buffer.concat(chunks).toString('utf8')
    let asked: ReturnType<typeof readRequest>
    try {
      asked = readRequest(family, JSON.parse(text))
    } catch (error) {
      badRequests.push(`${String(error)}: ${text.slice(0, 3000)}`)
      outgoing.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"bad request"}}')
      return
    }
    const summarises = text.includes('You keep the memory of an AI agent')
    // a summariser is shown a long message, or a history of many windows, in part; ours needs it whole
    if (summarises && !asked.texts.every(isWhole)) {
      outgoing.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"a program is cut"}}')
      return
    }
    const session = asked.texts.flatMap(programsIn)[0]?.messageId.split('m')[0] ?? ''
    const asking = { at: Date.now(), session, finished: false }
    if (summarises) summaries.push(asking)
    else askings.push(asking)
    listener()
    const { random, rate, pace } = weather
    const fault = random.chance(rate) ? random.pick(PROVIDER_FAULTS) : null
    if (fault !== null) count(fault)
    const turn = summarises
      ? { text: summaryOf(asked.texts.join('\n')), calls: [] }
      : nextTurn(knownFrom(asked.texts, asked.called))
    const words = random.chance(0.3) && !summarises ? ' and so on'.repeat(random.between(1, 20)) : ''
    const events = eventsOf(family, { ...turn, text: `${words}${turn.text}` }, random.between(5, 30))
    asking.finished = await send(outgoing, events, { random, pace: random.chance(0.4) ? pace : 0, fault })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askings,
    summaries,
    badRequests,
    setWeather: (next) => {
      weather = next
    },
    onAsked: (next) => {
      listener = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends the events, or what the fault makes of them. Resolves with whether the whole answer left. */
async function send(
  outgoing: ServerResponse,
  events: string[],
  { random, pace, fault }: { random: Random; pace: number; fault: ProviderFault | null },
): Promise<boolean> {
  const refuse = (status: number, type: string, headers: Record<string, string> = {}): boolean => {
    const body = JSON.stringify({ type: 'error', error: { type, message: `torture: ${type}` } })
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    return false
  }
  if (fault === 'rate-limit') return refuse(429, 'rate_limit_error')
  if (fault === 'rate-limit-retry-after') return refuse(429, 'rate_limit_error', { 'retry-after': '1' })
  if (fault === 'server-error') return refuse(500, 'api_error')
  if (fault === 'overloaded') return refuse(529, 'overloaded_error')
  if (fault === 'hang-before') return false
  if (fault === 'wrong-type') {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please log in</body></html>')
    return false
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  const bytes = Buffer.from(events.join(''), 'utf8')
  if (fault === 'cut') {
    // at any byte: in the middle of an event, of its JSON, of a character
    outgoing.write(bytes.subarray(0, random.between(0, bytes.length - 1)))
    await later(20)
    outgoing.destroy()
    return false
  }
  const last = fault === null || fault === 'drip' ? events.length : random.between(0, events.length - 3)
  for (const event of events.slice(0, last)) {
    if (outgoing.destroyed) return false
    if (fault === 'drip') await drip(outgoing, event)
    else outgoing.write(event)
    if (pace > 0) await later(random.between(0, pace))
  }
  if (fault === 'hang-inside') return false
  if (fault === 'malformed') outgoing.write('data: {"choices":[{"delta":{"content":"x\n\n')
  if (fault === 'error-inside')
    outgoing.write('event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"torture"}}\n\n')
  outgoing.end()
  return fault === null || fault === 'drip'
}

/** Half events, with a pause in the middle. */
async function drip(outgoing: ServerResponse, event: string): Promise<void> {
  const half = Math.floor(event.length / 2)
  outgoing.write(event.slice(0, half))
  await later(3)
  outgoing.write(event.slice(half))
}
