import { isRecord } from './events.ts'
import { headOf } from './wire.ts'

type Body = Record<string, unknown>

/**
 * A container may be gone before its time, or be another account's: then the question is asked without it, which is asked once more.
 * `without`: the body of the request without the container that it names; null: it names none.
 */
export function askedWithoutLost(
  fetch: typeof globalThis.fetch,
  without: (body: Body) => Body | null,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 400 && response.status !== 404) return response
    const asked: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const body = isRecord(asked) ? without(asked) : null
    if (body === null) return response
    const said = await headOf(response).catch(() => '')
    if (!/\bcontainer/i.test(said)) return new Response(said, { status: response.status, headers: response.headers })
    return fetch(input, { ...init, body: JSON.stringify(body) })
  }
}
