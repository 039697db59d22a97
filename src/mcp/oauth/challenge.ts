import { explain } from '../explain.ts'
import type { Challenge } from './discover.ts'
import { SignInProblem } from './problem.ts'

const LIMIT = 20_000

/**
 * The server's answer to a request without a token. Throws a SignInProblem if it has none. `fetch` reaches only the
 * server.
 */
export async function askChallenge(url: string, fetch: typeof globalThis.fetch): Promise<Challenge> {
  const { extractWWWAuthenticateParams, LATEST_PROTOCOL_VERSION } = await import('@modelcontextprotocol/client')
  const params = {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'reflexor', version: '1' },
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
      signal: AbortSignal.timeout(LIMIT),
    })
    await response.body?.cancel()
    return extractWWWAuthenticateParams(response)
  } catch (error) {
    throw new SignInProblem((await explain(error, { url, fetch }, false)).message)
  }
}
