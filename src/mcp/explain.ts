import { signInEnded } from './oauth/problem.ts'

/** Why a server cannot be used from a web page, in words that its owner can act on (measured in browsers). */

type Target = { url: string; fetch: typeof globalThis.fetch }
const LIMIT = 8000

/**
 * An Error for the person; its `cause` is the original error. `noSession`: the server's session id never reached us.
 */
export async function explain(error: unknown, { url, fetch }: Target, noSession: boolean): Promise<Error> {
  const host = new URL(url).host
  const status = statusOf(error)
  const words = (text: string): Error => new Error(text, { cause: error })
  const inWords = signInEnded(error)?.message ?? (isProblem(error) ? error.message : null)
  if (inWords !== null) return words(inWords)
  if (status === 401)
    return words(`${host} wants a key or a sign-in (401): sign in, or set its header, in Settings > MCP.`)
  if (status === 403)
    return words(`${host} refuses (403): the key is not allowed to do this, or this page's origin is not allowed.`)
  if ((status === 400 || status === 404) && noSession)
    return words(
      `${host} answered ${status} after the handshake. Either it is no MCP server at this address, or it keeps sessions and does not let web pages read their id: it must send "Access-Control-Expose-Headers: Mcp-Session-Id".`,
    )
  if (status !== null) return words(`${host} answered ${status}: ${oneLine(messageOf(error))}`)
  if (isNetwork(error)) return words(await withheld(url, fetch))
  if (/timed? ?out/i.test(messageOf(error))) return words(`${host} did not answer in time.`)
  return words(`${host}: ${oneLine(messageOf(error))}`)
}

/** What an explained error of a server says about signing in; null: nothing. */
export function wantsSignIn(error: unknown): 'wanted' | 'again' | null {
  if (signInEnded(error) !== null) return 'again'
  return error instanceof Error && statusOf(error.cause) === 401 ? 'wanted' : null
}

const isProblem = (error: unknown): error is Error => error instanceof Error && error.name === 'SignInProblem'

/** Which part is missing at the server, if a request failed without a readable answer. */
async function withheld(url: string, fetch: Target['fetch']): Promise<string> {
  const { host } = new URL(url)
  // A plain GET needs no preflight. `no-cors` would tell 'down' from 'blocked by CORS', but follows every redirect, to
  // origins that nobody has allowed.
  if (!(await answers(fetch, url, { method: 'GET', headers: { accept: 'text/event-stream' } })))
    return `No response from ${host}, or it doesn’t allow web pages. It must send "Access-Control-Allow-Origin" with every response, including errors.`
  return `${host} answers, but its preflight (OPTIONS) fails: it must be answered without a login, with status 2xx, "Access-Control-Allow-Origin", "Access-Control-Allow-Methods: GET, POST, DELETE" and "Access-Control-Allow-Headers: Content-Type, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID" (and the headers set for it here).`
}

async function answers(fetch: Target['fetch'], url: string, init: RequestInit): Promise<boolean> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(LIMIT) })
    await response.body?.cancel()
    return true
  } catch {
    // The failure is the answer.
    return false
  }
}

/** The HTTP status with which a server refused; null: another kind of error. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null
  if ('name' in error && error.name === 'UnauthorizedError') return 401
  if ('status' in error && typeof error.status === 'number') return error.status
  return null
}

function isNetwork(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof TypeError) return true
  return false
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 500)
