import { askChallenge } from '../../mcp/oauth/challenge.ts'
import { SignInProblem } from '../../mcp/oauth/problem.ts'
import type { Begin } from '../../mcp/oauth/register.ts'
import { signOut } from '../../mcp/oauth/renew.ts'
import { type Begun, beginSignIn, finishSignIn, type Reply } from '../../mcp/oauth/sign-in.ts'
import type { McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { changeMcpMemory } from '../../storage/settings/services.ts'
import { Refused, refused } from '../refused.ts'
import { mcpFetch } from './mcp-servers.ts'
import { signInPort } from './mcp-sign-in-port.ts'

/** Sign-in at an MCP server, requested by the page. Errors are Refused, with words for the person. */

export async function begin(db: Database, server: McpServer, options: Begin): Promise<Begun> {
  checkRedirect(options.redirectUrl)
  const fetch = await mcpFetch(db, server, undefined, false)
  return await inWords(async () => {
    const challenge = await askChallenge(server.url, fetch)
    return beginSignIn(server.url, challenge, options, newState(server.id), signInPort(db, server))
  })
}

/** The id of the server that an answer belongs to; null: not ours. */
export const serverIdOf = (query: string): string | null =>
  /^([A-Za-z0-9_-]{1,40})\.[A-Za-z0-9_-]{43}$/.exec(new URLSearchParams(query).get('state') ?? '')?.[1] ?? null

/** Returns the origin where the person signed in. */
export async function finish(db: Database, server: McpServer, query: string): Promise<string> {
  const given = new URLSearchParams(query)
  const word = (name: keyof Reply): string | undefined => given.get(name) ?? undefined
  const reply: Reply = {
    state: word('state') ?? '',
    code: word('code'),
    iss: word('iss'),
    error: word('error'),
    error_description: word('error_description'),
  }
  const origin = await inWords(() => finishSignIn(reply, signInPort(db, server)))
  await changeMcpMemory(db, server.id, (memory) => ({ ...memory, ...changed('in', origin, crypto.randomUUID()) }))
  return origin
}

export async function leave(db: Database, server: McpServer): Promise<void> {
  await signOut(signInPort(db, server))
  const status = { ok: false, message: 'Signed out.', at: Date.now() }
  await changeMcpMemory(db, server.id, (memory) => ({ ...memory, ...changed('wanted', '', ''), status }))
}

/** A session at the server belongs to an account: the next connection opens a new one. */
const changed = <SignIn extends 'in' | 'wanted'>(signIn: SignIn, signedInAt: string, account: string) => ({
  signIn,
  signedInAt,
  account,
  sessionId: null,
  protocolVersion: null,
})

/** The id names the server; the rest can’t be guessed. */
function newState(serverId: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCharCode(...bytes))
  return `${serverId}.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** The person is returned to this app only. */
function checkRedirect(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.origin !== self.location.origin || url.search !== '' || url.hash !== '')
    throw refused('sign-in-leads-elsewhere')
}

async function inWords<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInProblem || (error instanceof Error && error.name === 'LlmFailure'))
      throw new Refused(error.message)
    if (error instanceof DOMException && error.name === 'TimeoutError') throw refused('sign-in-busy')
    throw error
  }
}
