import * as z from 'zod/mini'
import { readBody } from './read-body.ts'
import type { SearchAccess, SearchKind, WebResponse } from './web-port.ts'

export type Found = { title: string; url: string; snippet: string }

const MAX_BYTES = 4 * 1024 * 1024
const words = z.nullish(z.string())
const list = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.array(z.object({ url: z.string(), title: words, ...shape }))

/** A search service: its request and its response. To add a service, add one entry here and one in the settings. */
type Service = {
  name: string
  request: (baseUrl: string, query: string, count: number) => { url: string; body?: unknown }
  read: (answer: unknown) => Found[]
}

const Tavily = z.object({ results: list({ content: words }) })
const Brave = z.object({ web: z.nullish(z.object({ results: list({ description: words }) })) })
const Exa = z.object({ results: list({ text: words, summary: words, highlights: z.nullish(z.array(z.string())) }) })
const SearXng = z.object({ results: list({ content: words }) })

const SERVICES: Record<SearchKind, Service> = {
  tavily: {
    name: 'Tavily',
    request: (baseUrl, query, count) => ({ url: `${baseUrl}/search`, body: { query, max_results: count } }),
    read: (answer) => Tavily.parse(answer).results.map((result) => found(result, result.content)),
  },
  brave: {
    name: 'Brave Search',
    request: (baseUrl, query, count) => ({
      url: `${baseUrl}/res/v1/web/search?${new URLSearchParams({ q: query, count: String(count) })}`,
    }),
    read: (answer) => Brave.parse(answer).web?.results.map((result) => found(result, result.description)) ?? [],
  },
  exa: {
    name: 'Exa',
    request: (baseUrl, query, count) => ({
      url: `${baseUrl}/search`,
      body: { query, numResults: count, contents: { highlights: true } },
    }),
    read: (answer) =>
      Exa.parse(answer).results.map((result) =>
        found(result, result.highlights?.join(' … ') || result.summary || result.text),
      ),
  },
  searxng: {
    name: 'SearXNG',
    request: (baseUrl, query) => ({ url: `${baseUrl}/search?${new URLSearchParams({ q: query, format: 'json' })}` }),
    read: (answer) => SearXng.parse(answer).results.map((result) => found(result, result.content)),
  },
}

/** Brave highlights the search words. */
const found = (
  { title, url }: { title?: string | null | undefined; url: string },
  snippet: string | null | undefined,
): Found => ({
  title: plain(title ?? '') || url,
  url,
  snippet: plain(snippet ?? ''),
})
const plain = (text: string): string =>
  text
    .replace(/<\/?(strong|em|b|i)>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Asks a search service. Rejects with a sentence that says exactly what is wrong, or with the signal's reason. */
export async function searchWith(
  { kind, baseUrl, fetch }: SearchAccess,
  query: string,
  count: number,
  signal: AbortSignal,
): Promise<Found[]> {
  const service = SERVICES[kind]
  const { url, body } = service.request(baseUrl, query, count)
  const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) }
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  let response: WebResponse
  try {
    response = await fetch(url, { ...post, headers, signal })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    throw new Error(
      `${service.name} (${new URL(baseUrl).host}) did not answer, or does not allow web pages to use it (no CORS headers). A proxy that adds them can be its base URL in Settings > Services.`,
      { cause: error },
    )
  }
  const { bytes } = await readBody(response, MAX_BYTES)
  const text = new TextDecoder().decode(bytes)
  if (!response.ok) throw new Error(refusal(service, kind, response.status, text))
  try {
    return service.read(JSON.parse(text)).filter((result) => /^https?:\/\//.test(result.url))
  } catch (error) {
    throw new Error(`${service.name} sent something that isn’t a list of results.`, { cause: error })
  }
}

function refusal({ name }: Service, kind: SearchKind, status: number, text: string): string {
  if (kind === 'searxng' && status === 403)
    return 'This SearXNG doesn’t return JSON. Its settings.yml must list "json" under search.formats.'
  if (status === 401 || status === 403 || (status === 422 && /token/i.test(text)))
    return `${name} rejected the API key.`
  if (status === 429) return `${name} says: too many requests. Try again later.`
  if (status === 402 || status === 432 || status === 433) return `${name} says that the plan's limit is reached.`
  return `${name} answered ${status}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`
}
