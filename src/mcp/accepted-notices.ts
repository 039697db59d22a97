/**
 * Reads every 2xx answer to a notification as 202. The standard wants 202 without a body, servers send any 2xx, and the
 * library starts to listen for the server's news only after a 202.
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
