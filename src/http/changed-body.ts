/**
 * Statuses without a body by the standard. Chromium shows an empty body all the same, and refuses it in a new response.
 */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** Whether a response may carry bytes. `method`: that of its request, GET by default. */
export const hasBody = ({ status, body }: Response, method = 'GET'): boolean =>
  body !== null && !WITHOUT_BODY.has(status) && method.toUpperCase() !== 'HEAD'

/**
 * The same response with its body changed; a response without a body stays without. `method`: that of its request, GET
 * by default.
 */
export function withChangedBody(
  response: Response,
  change: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => ReadableStream<Uint8Array<ArrayBuffer>>,
  method?: string,
): Response {
  const { status, body } = response
  // `new Response` accepts no status below 200
  if (body === null || status < 200) return response
  return new Response(hasBody(response, method) ? change(body) : null, response)
}
