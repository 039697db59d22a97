import { isLoopback } from '../../settings/loopback.ts'
import { quoted, SignInProblem } from './problem.ts'

/**
 * Checks an address in a server's metadata before anything is sent there: https, or this computer if the server itself
 * is on it (no page of the network may reach local services). `what`: its name for the person. Throws a SignInProblem.
 */
export function checkedUrl(text: string, what: string, server: URL): URL {
  const refuse = (why: string): never => {
    throw new SignInProblem(`${server.host} names ${quoted(text)} as ${what}, which is refused: ${why}.`)
  }
  if (!URL.canParse(text)) return refuse('it is no address')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('it must start with https://')
  if (url.username !== '' || url.password !== '') return refuse('it holds a user name or password')
  if (!isLoopback(url.hostname))
    return url.protocol === 'https:' ? url : refuse('plain http:// is for this computer only')
  return isLoopback(server.hostname) ? url : refuse('it is on this computer, and the server is not')
}
