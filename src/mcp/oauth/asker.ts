import { boundedBody } from '../../http/bounded-body.ts'
import { SignInProblem } from './problem.ts'
import type { SignInPort } from './record.ts'

/**
 * Asks the servers of one sign-in. Each answer must be small, in time and from the address that was asked. Remembers
 * how each address answered.
 */
export type Asker = {
  at: (...origins: string[]) => typeof globalThis.fetch
  /** The last answer of an address; `unreadable`: no answer, or one that a web page may not read. */
  outcomes: Map<string, number | 'unreadable'>
}

const LIMIT = 20_000
const MAX_BYTES = 256 * 1024

export function makeAsker({ fetchAt }: Pick<SignInPort, 'fetchAt'>): Asker {
  const outcomes: Asker['outcomes'] = new Map()
  return {
    outcomes,
    at: (...origins) => {
      const fetch = fetchAt(...origins)
      return async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : String(input))
        const response = await fetch(input, { ...init, signal: AbortSignal.timeout(LIMIT) }).catch((error: unknown) => {
          if (error instanceof TypeError) outcomes.set(url.href, 'unreadable')
          if (error instanceof Error && error.name === 'TimeoutError')
            throw new SignInProblem(`${url.host} did not answer in time.`)
          throw error
        })
        if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
          await response.body?.cancel()
          throw new SignInProblem(`${url.host} answers ${url.pathname} with a redirect, which is not followed.`)
        }
        outcomes.set(url.href, response.status)
        return boundedBody(
          response,
          MAX_BYTES,
          () => new Error(`The answer is larger than ${MAX_BYTES / 1024} kB, which is too much for a sign-in.`),
        )
      }
    },
  }
}
