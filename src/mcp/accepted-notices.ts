/**
 * A notification may be answered with 202 alone, and servers answer with any 2xx, with bytes or none. The library begins to listen for
 * news of the server at a 202 alone: so each of them counts as one.
 */
export function acceptNotices(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || response.status === 202 || init?.method !== 'POST' || !isNotice(init.body)) return response
    response.body?.cancel().catch(() => {})
    return new Response(null, { status: 202, headers: response.headers })
  }
}

function isNotice(body: unknown): boolean {
  if (typeof body !== 'string') return false
  const message: unknown = JSON.parse(body)
  return typeof message === 'object' && message !== null && !Array.isArray(message) && !('id' in message)
}
