import { isRecord } from './is-record.ts'
import { headOf } from './wire.ts'

export type Body = Record<string, unknown>

/** A part for which a whole request may be refused, although the rest can be answered. */
export type Refusable = {
  statuses: readonly number[]
  /** Words of the refusal. */
  words: RegExp
  /** The body of the request without this part; null: it does not have it. */
  without: (body: Body) => Body | null
}

/** Repeats a request once without the refused part, as part of the same request. */
export function askedOnceMore(
  fetch: typeof globalThis.fetch,
  { statuses, words, without }: Refusable,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!statuses.includes(response.status)) return response
    const asked: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const body = isRecord(asked) ? without(asked) : null
    if (body === null) return response
    const said = await headOf(response).catch(() => '')
    if (!words.test(said)) return new Response(said, { status: response.status, headers: response.headers })
    return fetch(input, { ...init, body: JSON.stringify(body) })
  }
}

/** A container may be gone early, or belong to another account. */
export const LOST_CONTAINER = { statuses: [400, 404], words: /\bcontainer/i } as const
