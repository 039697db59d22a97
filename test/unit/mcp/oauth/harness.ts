import { createGuardedFetch } from '../../../../src/effects/guarded-fetch.ts'
import { connectMcp, type McpConnection } from '../../../../src/mcp/connect.ts'
import { authorizedFetch } from '../../../../src/mcp/oauth/authorized-fetch.ts'
import { askChallenge } from '../../../../src/mcp/oauth/challenge.ts'
import type { Challenge } from '../../../../src/mcp/oauth/discover.ts'
import { NO_RECORD, type SignInPort, type SignInRecord } from '../../../../src/mcp/oauth/record.ts'
import type { Begin } from '../../../../src/mcp/oauth/register.ts'
import { type Begun, beginSignIn, finishSignIn, type Reply } from '../../../../src/mcp/oauth/sign-in.ts'

/** Signing in from Node: the guard is the real one, the vault a variable, and the person is a `fetch`. */
export const HOME = 'http://localhost:4173/reflexor/'

export function makePerson(server: string) {
  const origins: string[] = []
  let record: SignInRecord = NO_RECORD
  let turn: Promise<unknown> = Promise.resolve()
  let states = 0
  const port: SignInPort = {
    fetchAt: (...allowed) => {
      origins.push(...allowed)
      return (input, init) => {
        const value = new Headers(init?.headers).get('authorization')
        return createGuardedFetch({
          allowed: (origin) => allowed.includes(origin),
          secretFor: () => (value === null ? null : { header: 'authorization', value }),
          fetch: (to, own) => globalThis.fetch(to, { ...own, redirect: 'manual' }),
        })(input, init)
      }
    },
    read: async () => structuredClone(record),
    write: async (next) => {
      record = structuredClone(next)
    },
    alone: (work) => {
      const next = turn.then(work)
      turn = next.catch(() => {})
      return next
    },
  }
  const { host, origin } = new URL(server)
  const guarded = createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: () => null,
    fetch: authorizedFetch(globalThis.fetch, host, port),
  })
  const begin = (options: Partial<Begin> = {}, challenge: Challenge = {}): Promise<Begun> =>
    beginSignIn(server, challenge, { redirectUrl: HOME, ...options }, `id.state-${++states}`, port)
  return {
    port,
    /** Origins that the guard was opened for. */
    origins,
    record: () => record,
    change: (part: Partial<SignInRecord>) => {
      record = { ...record, ...part }
    },
    begin,
    /** As the worker does it: asks the server first what it wants. */
    askAndBegin: async (options: Partial<Begin> = {}) => begin(options, await askChallenge(server, globalThis.fetch)),
    finish: (reply: Reply) => finishSignIn(reply, port),
    /** Says yes or no at the address that a sign-in began with; what the browser is sent back with. */
    consent: async (begun: Begun, word = 'Allow'): Promise<Reply> => {
      if (begun.type !== 'go') throw new Error(begun.why)
      const page = await (await globalThis.fetch(begun.address)).text()
      const link = new RegExp(`<a href="([^"]+)">${word}</a>`).exec(page)?.[1]?.replaceAll('&amp;', '&')
      if (link === undefined) throw new Error(page)
      const answer = await globalThis.fetch(new URL(link, begun.at), { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      if (!back.href.startsWith(HOME)) throw new Error(`sent to ${back.href}`)
      return Object.fromEntries(back.searchParams) as Reply
    },
    connect: (): Promise<McpConnection> =>
      connectMcp(
        { url: server, fetch: guarded, sessionId: null, protocolVersion: null, onToolsChanged: () => {} },
        AbortSignal.timeout(20_000),
      ),
    fetch: guarded,
  }
}
