import type { WireView } from '../../protocol/inspect-view.ts'
import type { Database } from '../../storage/schema.ts'
import { addRecordedWire, isWireRecorded } from '../../storage/settings/recorded-wire.ts'
import { secretCleaner } from '../known-secrets.ts'
import { withoutSecrets } from './wire-secrets.ts'

/**
 * What the last askings of one machine have sent and received, in memory alone, for whoever looks into it. It sits above the fetch that adds the
 * key, so that it never holds one; of headers that a person has set only the names are kept.
 */
export type WireLog = {
  /** Like `fetch`, which carries it out. */
  through: (fetch: typeof globalThis.fetch, ...asked: Parameters<typeof globalThis.fetch>) => Promise<Response>
  /** Oldest first. */
  view: () => WireView
}

type Exchange = WireView[number]
type Text = Exchange['request']

/** So many exchanges are kept, and of a question and of an answer so many characters of their beginning and of their end. */
const KEPT = 6
const HEAD = 160_000
const TAIL = 40_000

/** Request headers whose values say nothing of the person. */
const HARMLESS =
  /^(accept|content-type|user-agent|anthropic-(version|beta|dangerous-direct-browser-access)|openai-beta|x-title|http-referer|x-stainless-.*)$/
const COOKIES = /^set-cookie/
/** Parts of an address that can be a key. */
const SECRET_QUERY = /key|token|secret|sig|auth|pass/i

/** The wire of a session: what has ended is kept on the disk, without secrets, where the person has it recorded. */
export const wireOf = (db: Database, sessionId: string): WireLog =>
  makeWireLog(Date.now, (exchange) => {
    // the answer is there already: that its record cannot be kept is no reason to fail
    keep(db, sessionId, exchange).catch((error: unknown) => console.error('The wire could not be recorded', error))
  })

async function keep(db: Database, sessionId: string, exchange: Exchange): Promise<void> {
  if (!(await isWireRecorded(db, sessionId))) return
  await addRecordedWire(db, sessionId, [withoutSecrets(exchange, await secretCleaner(db))])
}

/** `now`: wall time, ms. `over`: hears of each exchange that has ended. */
export function makeWireLog(now: () => number, over: (exchange: Exchange) => void = () => {}): WireLog {
  const exchanges: Exchange[] = []
  return {
    view: () => exchanges.map((exchange) => ({ ...exchange })),
    through: async (fetch, input, init) => {
      const at = now()
      const exchange: Exchange = {
        at,
        ms: null,
        method: init?.method ?? (input instanceof Request ? input.method : 'GET'),
        url: withoutKeys(input instanceof Request ? input.url : String(input)),
        headers: [...new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))].map(
          ([name, value]) => [name, HARMLESS.test(name) ? value : null],
        ),
        request: typeof init?.body === 'string' ? bounded(init.body) : { text: '', left: 0 },
        status: null,
        answerHeaders: [],
        answer: { text: '', left: 0 },
        problem: null,
      }
      exchanges.push(exchange)
      if (exchanges.length > KEPT) exchanges.shift()
      const ended = (problem: string | null): void => {
        exchange.ms = now() - at
        exchange.problem = problem
        over({ ...exchange })
      }
      try {
        const response = await fetch(input, init)
        exchange.status = response.status
        exchange.answerHeaders = [...response.headers].filter(([name]) => !COOKIES.test(name))
        void listen(response, exchange).then(
          () => ended(null),
          (error: unknown) => ended(nameOf(error)),
        )
        return response
      } catch (error) {
        ended(nameOf(error))
        throw error
      }
    },
  }
}

/** Reads along. Whoever asked is not waited for, and gets every byte. Rejects as their own reading does. */
async function listen(response: Response, exchange: Exchange): Promise<void> {
  const reader = response.clone().body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  let [head, tail, length] = ['', '', 0]
  for (;;) {
    const { done, value } = await reader.read()
    const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
    length += text.length
    const room = HEAD - head.length
    if (room > 0) head += text.slice(0, room)
    if (text.length > room) tail = (tail + text.slice(Math.max(0, room))).slice(-TAIL)
    exchange.answer = joined(head, tail, length - head.length - tail.length)
    if (done) return
  }
}

const joined = (head: string, tail: string, left: number): Text => ({
  text: left > 0 ? `${head}\n[…]\n${tail}` : head + tail,
  left,
})

/** A copy of its own: a slice would hold on to the whole. */
function bounded(text: string): Text {
  const left = text.length - HEAD - TAIL
  if (left <= 0) return { text, left: 0 }
  const cut = joined(text.slice(0, HEAD), text.slice(-TAIL), left)
  return { ...cut, text: new TextDecoder().decode(new TextEncoder().encode(cut.text)) }
}

function withoutKeys(address: string): string {
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) if (SECRET_QUERY.test(name)) url.searchParams.set(name, '[left out]')
  url.username = ''
  url.password = ''
  return url.href
}

const nameOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
