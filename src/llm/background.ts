import type { AdapterOptions } from './adapter.ts'
import { boundedAnswer } from './bounded-answer.ts'
import { responseWhenDone } from './finished-response.ts'
import type { RunHandle } from './port.ts'

/**
 * Background mode of the Responses API, implemented in fetch below the provider library, which does not know it.
 * Source: OpenAI's guide to background mode; OpenAI's own client library also replays a run from its first event.
 */

/** Sends the library's request as a run that continues without us. */
export function startInBackground(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const body = JSON.stringify(asRun(JSON.parse(String(init?.body))))
    return await fetch(input, { ...init, body })
  }
}

/**
 * Resumes a run instead of asking: the library's request is not sent. The events are read again from the first, because
 * the library needs the start of the answer; that costs nothing. A run that is too old to be streamed is
 * polled and returned whole.
 */
export function attachTo({ responseId }: RunHandle, { baseUrl, fetch }: AdapterOptions): typeof globalThis.fetch {
  return async (_, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('content-type')
    const get = { method: 'GET', headers, signal: init?.signal ?? null }
    const includes = includedIn(JSON.parse(String(init?.body)))
    const url = `${runUrl(baseUrl, responseId)}?${new URLSearchParams(includes.map((name) => ['include[]', name]))}`
    const response = await fetch(`${url}${includes.length > 0 ? '&' : ''}stream=true`, get)
    if (response.status !== 400) return response
    const said = await boundedAnswer(response).text()
    if (!TOO_OLD_TO_STREAM.test(said)) return new Response(said, response)
    return responseWhenDone(() => fetch(url, get))
  }
}

/** Ends a run at the provider. */
export async function cancelRun({ baseUrl, fetch }: AdapterOptions, responseId: string): Promise<void> {
  try {
    await fetch(`${runUrl(baseUrl, responseId)}/cancel`, {
      method: 'POST',
      signal: AbortSignal.timeout(CANCEL_DEADLINE),
    })
  } catch {
    // the person has stopped it here, whatever happens there: at worst OpenAI bills the rest of an answer that nobody
    // reads
  }
}

const CANCEL_DEADLINE = 30_000

/**
 * "This response can no longer be streamed because it is more than 5 minutes old": without `stream` it can still be
 * fetched.
 */
const TOO_OLD_TO_STREAM = /no longer be streamed/i

const runUrl = (baseUrl: string, responseId: string): string => `${baseUrl}/responses/${encodeURIComponent(responseId)}`

type Body = { input?: unknown; include?: unknown; [key: string]: unknown }

function asRun(body: Body): Body {
  return { ...body, input: withoutIds(body.input), background: true, store: true }
}

/**
 * If a reasoning item has an id, OpenAI looks it up in its storage, which deletes it after 30 days; its encrypted
 * content suffices.
 */
function withoutIds(input: unknown): unknown {
  if (!Array.isArray(input)) return input
  return input.map((item: { type?: unknown }) => {
    if (item.type !== 'reasoning') return item
    const { id: _, ...rest } = item as { type?: unknown; id?: unknown }
    return rest
  })
}

const includedIn = ({ include }: Body): string[] => (Array.isArray(include) ? include.map(String) : [])
