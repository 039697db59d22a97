import { isRecord } from './is-record.ts'
import { headOf } from './wire.ts'

export type Body = Record<string, unknown>

/** What a whole question may be refused for, though the rest of it can be answered. */
export type Refusable = {
  statuses: readonly number[]
  /** With which words it is refused. */
  words: RegExp
  /** The body of the request without it; null: it is not in there. */
  without: (body: Body) => Body | null
}

/** A question that is refused for this is asked once more without it, as part of the same asking. */
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

/** A container may be gone before its time, or be another account's. */
export const LOST_CONTAINER = { statuses: [400, 404], words: /\bcontainer/i } as const
