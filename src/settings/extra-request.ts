/** What a person adds to every request to a provider: checked while typing, and again before it is saved. */

/** Headers that a browser sets itself, or forbids. */
const FORBIDDEN =
  /^(accept-charset|accept-encoding|access-control-request-(headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|x-http-method(-override)?|x-method-override|proxy-.*|sec-.*)$/i
/** Headers that carry keys: keys are stored encrypted, these headers are not. */
const SECRET = /^(authorization|x-api-key|api-key|x-goog-api-key|x-auth-token|x-access-token)$/i
const OURS = /^(content-type|accept)$/i
const NAME = /^[!#$%&'*+.^_`|~0-9a-zA-Z-]{1,100}$/
const VALUE = /^[\t\x20-\x7e]{0,2000}$/
const MOST_HEADERS = 20

/** Why a header cannot be sent, as a sentence; null if it can. */
function headerProblem(name: string, value: string): string | null {
  if (!NAME.test(name)) return `“${name.slice(0, 40)}” can’t be a header name.`
  if (SECRET.test(name)) return `${name} contains a key. Put it into the “API key” field, where it is encrypted.`
  if (FORBIDDEN.test(name)) return `Browsers don’t let pages send ${name}.`
  if (OURS.test(name)) return `${name} is already set for every request.`
  if (!VALUE.test(value)) return `The value of ${name} is too long or contains characters that headers can’t carry.`
  return null
}

/** Parses one header per line, as in `Name: value`. `{ problem }`: a sentence for the person. */
export function parseHeaders(text: string): { headers: Record<string, string> } | { problem: string } {
  const headers = new Map<string, [name: string, value: string]>()
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    if (colon < 0) return { problem: `“${line.trim().slice(0, 40)}” isn’t a header. Write Name: value.` }
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    const problem = headerProblem(name, value)
    if (problem !== null) return { problem }
    headers.set(name.toLowerCase(), [name, value])
  }
  if (headers.size > MOST_HEADERS) return { problem: `At most ${MOST_HEADERS} headers.` }
  return { headers: Object.fromEntries(headers.values()) }
}

export const headersAsText = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Members that the session alone may set. */
const QUESTION =
  /^(model|messages|input|contents|system|systemInstruction|system_instruction|instructions|tools|stream|background|store|__proto__)$/

/** Parses the members to add; an empty text adds none. `{ problem }`: a sentence for the person. */
export function parseExtraBody(text: string): { extra: Record<string, unknown> } | { problem: string } {
  if (text.trim() === '') return { extra: {} }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { problem: 'This is not JSON. It must be an object, as in {"service_tier": "flex"}.' }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { problem: 'It must be an object, as in {"service_tier": "flex"}.' }
  const taken = Object.keys(body).find((name) => QUESTION.test(name))
  if (taken !== undefined) return { problem: `“${taken}” is already set by the session.` }
  return { extra: body as Record<string, unknown> }
}
