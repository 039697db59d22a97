import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { addressAtReader } from '../../settings/reader-service.ts'
import type { Database } from '../../storage/schema.ts'
import { GIT_SECRET, readerOrigin, readGitHost, readRelay } from '../../storage/settings/services.ts'
import { originOf } from '../../storage/settings/vault.ts'
import { originGrant, pushGrant } from '../../tools/web/origin-grant.ts'
import type { GitRequest, Web, WebResponse } from '../../tools/web/web-port.ts'
import { storedSecret } from '../stored-secret.ts'

/**
 * The git requests of one call. They go to the repository's own host, or through the person's relay if that host keeps
 * browsers out. A request that only reads finds out which: a request that sends something is made once.
 */
export function gitFor(db: Database, grants: readonly string[]): NonNullable<Web['git']> {
  let throughRelay = false
  return async (request, signal) => {
    const { repository, service, body } = request
    const { origin, host } = new URL(repository)
    if (!grants.includes(originGrant(origin))) throw new Error(`Requests to ${origin} are not allowed.`)
    if (service === 'git-receive-pack' && !grants.includes(pushGrant(repository)))
      throw new Error(`The person has not allowed to send commits to ${repository}.`)
    const login = await loginAt(db, origin)
    if (!throughRelay)
      try {
        return answered(await send(origin, requestAddress(request), login?.header ?? null, request, signal), repository)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof TypeError)) throw error
        if (body !== null)
          throw new Error(`The connection to ${host} broke while commits were asked for or sent.`, { cause: error })
      }
    const relay = await readRelay(db)
    if (relay === null)
      throw new Error(
        `${host} does not let web pages use git there (no CORS headers), or nothing answered. A relay (Settings > Services) can pass it on.`,
      )
    throughRelay = true
    const header = login?.throughRelay ? login.header : null
    const address = addressAtReader(relay.template, requestAddress(request))
    try {
      return answered(await send(readerOrigin(relay), address, header, request, signal), repository)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof TypeError)) throw error
      throw new Error(`Neither ${host} nor the relay ${new URL(address).host} answered.`, { cause: error })
    }
  }
}

const requestAddress = ({ repository, service, body }: GitRequest): string =>
  body === null ? `${repository}/info/refs?service=${service}` : `${repository}/${service}`

/** Goes to one origin and follows no redirect: nobody was asked about its target. */
function send(
  origin: string,
  address: string,
  header: string | null,
  { service, body }: GitRequest,
  signal: AbortSignal,
): Promise<Response> {
  const fetch = createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: (target) => (header !== null && target === origin ? { header: 'authorization', value: header } : null),
    fetch: (input, init) => globalThis.fetch(input, { ...init, redirect: 'manual' }),
  })
  if (body === null) return fetch(address, { signal })
  const headers = { 'content-type': `application/x-${service}-request`, accept: `application/x-${service}-result` }
  return fetch(address, { method: 'POST', headers, body, signal })
}

function answered(response: Response, repository: string): WebResponse {
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new Error(`${repository} redirects. Try its final address (with or without .git at the end).`)
  return response
}

/** The person's login at this origin; null: there is none. */
async function loginAt(db: Database, origin: string): Promise<{ header: string; throughRelay: boolean } | null> {
  const host = await readGitHost(db)
  if (host === null || originOf(host.baseUrl) !== origin) return null
  const token = await storedSecret(db, GIT_SECRET, origin)
  if (token === '') return null
  const bytes = new TextEncoder().encode(`${host.user}:${token}`)
  return { header: `Basic ${btoa(String.fromCharCode(...bytes))}`, throughRelay: host.throughRelay }
}
