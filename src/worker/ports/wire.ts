import type { WireView } from '../../protocol/inspect.ts'
import type { Database } from '../../storage/schema.ts'
import { addRecordedWire, isWireRecorded } from '../../storage/settings/recorded-wire.ts'
import { secretCleaner } from '../known-secrets.ts'
import { type EndsOfText, endsOfText } from './ends-of-text.ts'
import { withoutSecrets } from './wire-secrets.ts'

/**
 * The last requests and responses of one machine, in memory, for the Inspector. It is above the fetch that adds the
 * key, so it never holds one. Of headers set by a person only the names are kept.
 */
export type WireLog = {
  /** Like `fetch`, which carries it out. */
  through: (fetch: typeof globalThis.fetch, ...asked: Parameters<typeof globalThis.fetch>) => Promise<Response>
  /** Something of the answer that is being received was skipped or mended. */
  mended: (what: string) => void
  /** Oldest first. */
  view: () => WireView
}

type Exchange = WireView[number]
type Kept = Omit<Exchange, 'request' | 'answer'> & { request: EndsOfText; answer: EndsOfText }

/** Number of exchanges kept, and bytes kept of the beginning and end of each request and response. */
const KEPT = 6
const HEAD = 160_000
const TAIL = 40_000

/** Kinds that are counted in one answer, and characters of their names: a server may name them. */
const MOST_NAMES = 40
const LONGEST_NAME = 100

/** Request headers whose values reveal nothing about the person. */
const HARMLESS =
  /^(accept|content-type|user-agent|anthropic-(version|beta|dangerous-direct-browser-access)|openai-beta|x-title|http-referer|x-stainless-.*)$/
const COOKIES = /^set-cookie/
/** Parts of an address that can be a key. */
const SECRET_QUERY = /key|token|secret|sig|auth|pass/i

/** The exchanges of a session. Finished ones are stored without secrets if the person records them. */
export const wireOf = (db: Database, sessionId: string): WireLog =>
  makeWireLog(Date.now, (exchange) => {
    // the answer is there already: that its record cannot be kept is no reason to fail
    keep(db, sessionId, exchange).catch((error: unknown) => console.error('The wire could not be recorded', error))
  })

async function keep(db: Database, sessionId: string, exchange: () => Exchange): Promise<void> {
  if (!(await isWireRecorded(db, sessionId))) return
  await addRecordedWire(db, sessionId, [withoutSecrets(exchange(), await secretCleaner(db))])
}

const read = (kept: Kept): Exchange => ({ ...kept, request: kept.request.read(), answer: kept.answer.read() })

/** `now`: wall time, ms. `over`: hears of each exchange that has ended. */
export function makeWireLog(now: () => number, over: (exchange: () => Exchange) => void = () => {}): WireLog {
  const exchanges: Kept[] = []
  return {
    view: () => exchanges.map(read),
    mended: (what) => {
      const exchange = exchanges.findLast(({ ms }) => ms === null) ?? exchanges.at(-1)
      if (exchange === undefined) return
      exchange.mended ??= []
      const list = exchange.mended
      const name = what.slice(0, LONGEST_NAME)
      const known = list.find(([each]) => each === name)
      if (known !== undefined) known[1]++
      else if (list.length < MOST_NAMES) list.push([name, 1])
    },
    through: async (fetch, input, init) => {
      const at = now()
      const exchange: Kept = {
        at,
        ms: null,
        method: init?.method ?? (input instanceof Request ? input.method : 'GET'),
        url: withoutKeys(input instanceof Request ? input.url : String(input)),
        headers: [...new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))].map(
          ([name, value]) => [name, HARMLESS.test(name) ? value : null],
        ),
        request: endsOfText(HEAD, TAIL),
        status: null,
        answerHeaders: [],
        answer: endsOfText(HEAD, TAIL),
        problem: null,
      }
      if (typeof init?.body === 'string') exchange.request.add(new TextEncoder().encode(init.body))
      exchanges.push(exchange)
      if (exchanges.length > KEPT) exchanges.shift()
      const ended = (problem: string | null): void => {
        exchange.ms = now() - at
        exchange.problem = problem
        over(() => read(exchange))
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

/** Reads along without delaying the caller, who gets every byte. Rejects as the caller's own read does. */
async function listen(response: Response, { answer }: Kept): Promise<void> {
  const reader = response.clone().body?.getReader()
  if (reader === undefined) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    answer.add(value)
  }
}

function withoutKeys(address: string): string {
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) if (SECRET_QUERY.test(name)) url.searchParams.set(name, '[left out]')
  url.username = ''
  url.password = ''
  return url.href
}

const nameOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
