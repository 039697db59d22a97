import * as z from 'zod/mini'
import { addressKey } from './addresses.ts'
import type { OpenSource } from './open-source-names.ts'
import { readBody } from './read-body.ts'
import type { Found } from './search-services.ts'
import type { Web } from './web-port.ts'

type FoundIn = Found & { source: OpenSource }
/** `silent`: sources that gave nothing because of a fault, with the reason. */
export type OpenSearch = { found: FoundIn[]; silent: string[] }

const MAX_BYTES = 1024 * 1024
/** Milliseconds for one source. */
const PATIENCE = 8_000
/** Characters of an address that is passed on. */
const LONGEST_ADDRESS = 2000

const words = z.nullish(z.string())
const number = z.nullish(z.number())

type Source = { path: (query: string, count: number) => string; read: (answer: unknown) => Found[] }
const query = (path: string, parameters: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`
const line = (...parts: (string | null | undefined)[]): string =>
  parts.filter((part): part is string => typeof part === 'string' && part !== '').join(' · ')

const Wikipedia = z.object({
  query: z.object({ search: z.array(z.object({ title: z.string(), snippet: words })) }),
})
const OpenAlex = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      display_name: words,
      doi: words,
      publication_year: number,
      cited_by_count: number,
      open_access: z.nullish(z.object({ oa_url: words })),
      abstract_inverted_index: z.nullish(z.record(z.string(), z.array(z.int()))),
    }),
  ),
})
const Crossref = z.object({
  message: z.object({
    items: z.array(
      z.object({
        DOI: z.string(),
        title: z.nullish(z.array(z.string())),
        abstract: words,
        'container-title': z.nullish(z.array(z.string())),
        issued: z.nullish(z.object({ 'date-parts': z.nullish(z.array(z.array(z.nullish(z.number())))) })),
      }),
    ),
  }),
})
const HackerNews = z.object({
  hits: z.array(
    z.object({
      objectID: z.string(),
      title: words,
      url: words,
      points: number,
      num_comments: number,
      story_text: words,
    }),
  ),
})
const StackExchange = z.object({
  items: z.array(z.object({ title: z.string(), link: z.string(), score: number, answer_count: number })),
})
const GitHub = z.object({
  items: z.array(
    z.object({ full_name: z.string(), html_url: z.string(), description: words, stargazers_count: number }),
  ),
})

const SOURCES: Record<OpenSource, Source> = {
  wikipedia: {
    path: (srsearch, srlimit) =>
      query('/w/api.php', {
        ...{ action: 'query', list: 'search', format: 'json', formatversion: 2, origin: '*' },
        ...{ srsearch, srlimit },
      }),
    read: (answer) =>
      Wikipedia.parse(answer).query.search.map(({ title, snippet }) => ({
        title,
        url: `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
        snippet: snippet ?? '',
      })),
  },
  openalex: {
    path: (search, count) =>
      query('/works', {
        ...{ search, 'per-page': count },
        select: 'id,display_name,doi,publication_year,cited_by_count,open_access,abstract_inverted_index',
      }),
    read: (answer) =>
      OpenAlex.parse(answer).results.map((work) => ({
        title: work.display_name ?? '',
        url: work.doi ?? work.id,
        snippet: line(
          `${work.publication_year ?? ''}`,
          work.open_access?.oa_url && `full text: ${work.open_access.oa_url}`,
          inOrder(work.abstract_inverted_index ?? {}),
        ),
      })),
  },
  crossref: {
    path: (text, rows) => query('/works', { query: text, rows, select: 'DOI,title,abstract,container-title,issued' }),
    read: (answer) =>
      Crossref.parse(answer).message.items.map((item) => ({
        title: item.title?.[0] ?? '',
        url: `https://doi.org/${encodeURI(item.DOI)}`,
        snippet: line(`${item.issued?.['date-parts']?.[0]?.[0] ?? ''}`, item['container-title']?.[0], item.abstract),
      })),
  },
  hackernews: {
    path: (text, hitsPerPage) => query('/api/v1/search', { query: text, tags: 'story', hitsPerPage }),
    read: (answer) =>
      HackerNews.parse(answer).hits.map((hit) => {
        const talk = `https://news.ycombinator.com/item?id=${encodeURIComponent(hit.objectID)}`
        const about = `${hit.points ?? 0} points, ${hit.num_comments ?? 0} comments`
        return { title: hit.title ?? '', url: hit.url || talk, snippet: line(`${about}: ${talk}`, hit.story_text) }
      }),
  },
  stackexchange: {
    path: (q, pagesize) =>
      query('/2.3/search/advanced', { q, pagesize, site: 'stackoverflow', sort: 'relevance', order: 'desc' }),
    read: (answer) =>
      StackExchange.parse(answer).items.map((item) => ({
        title: item.title,
        url: item.link,
        snippet: `score ${item.score ?? 0}, ${item.answer_count ?? 0} answers`,
      })),
  },
  github: {
    path: (q, count) => query('/search/repositories', { q, per_page: count }),
    read: (answer) =>
      GitHub.parse(answer).items.map((item) => ({
        title: item.full_name,
        url: item.html_url,
        snippet: line(item.description, `${item.stargazers_count ?? 0} stars`),
      })),
  },
}

const MOST_WORDS = 120
/** The beginning of a text that is given as the places of each word. */
function inOrder(places: Record<string, number[]>): string {
  const placed: string[] = []
  for (const [word, at] of Object.entries(places))
    for (const place of at) if (place >= 0 && place < MOST_WORDS) placed[place] = word
  return placed.filter((word) => word !== undefined).join(' ')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'", nbsp: ' ' }
/** One line without tags, and without signs that nobody sees or that turn the reading direction. */
const plain = (text: string): string =>
  text
    .slice(0, 20_000)
    .replace(/<[^<>]{0,500}>/g, '')
    .replace(/&(#?\w{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[\p{Cf}\p{Co}\p{Cn}]|[^\P{Cc}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Searches these sources side by side; what one of them does wrong costs the others nothing. Rejects with the signal's
 * reason, or with a sentence if no source answered.
 */
export async function searchOpen(
  sources: readonly OpenSource[],
  get: NonNullable<Web['getSource']>,
  text: string,
  count: number,
  signal: AbortSignal,
): Promise<OpenSearch> {
  const each = Math.min(count, Math.max(3, Math.ceil((2 * count) / sources.length)))
  const asked = await Promise.all(
    sources.map(async (source): Promise<FoundIn[] | string> => {
      try {
        return (await ask(source, get, text, each, signal)).map((found) => ({ ...found, source }))
      } catch (error) {
        return `${source}: ${reason(error)}`
      }
    }),
  )
  signal.throwIfAborted()
  const lists = asked.filter((answer) => typeof answer !== 'string')
  const silent = asked.filter((answer) => typeof answer === 'string')
  if (lists.length === 0) throw new Error(`No source answered. ${silent.join('; ')}.`)
  return { found: inTurn(lists).slice(0, count), silent }
}

async function ask(
  source: OpenSource,
  get: NonNullable<Web['getSource']>,
  text: string,
  count: number,
  signal: AbortSignal,
): Promise<Found[]> {
  const { path, read } = SOURCES[source]
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  patience.throwIfAborted()
  const late = new Promise<never>((_, reject) =>
    patience.addEventListener('abort', () => reject(patience.reason), { once: true }),
  )
  const answer = async (): Promise<string> => {
    const response = await get(source, path(text, count), patience)
    if (!response.ok) throw new Error(response.status === 429 ? 'too many requests' : `answered ${response.status}`)
    const { bytes, cut } = await readBody(response, MAX_BYTES)
    if (cut) throw new Error('its answer is too long')
    return new TextDecoder().decode(bytes)
  }
  const said = await Promise.race([answer(), late])
  let found: Found[]
  try {
    found = read(JSON.parse(said))
  } catch (error) {
    throw new Error('sent something that isn’t a list of results', { cause: error })
  }
  return found
    .filter(({ url }) => url.length <= LONGEST_ADDRESS && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))
    .map(({ title, url, snippet }) => ({ title: plain(title) || url, url: new URL(url).href, snippet: plain(snippet) }))
}

function reason(error: unknown): string {
  if (error instanceof TypeError) return 'did not answer, or does not allow web pages'
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${PATIENCE / 1000} seconds`
  return error instanceof Error ? error.message : 'failed'
}

/** The first of each list, then the second of each; an address once. */
function inTurn(lists: readonly FoundIn[][]): FoundIn[] {
  const seen = new Set<string>()
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list[n] ?? []))
    .flat()
    .filter(({ url }) => {
      const key = addressKey(url) ?? url
      return !seen.has(key) && seen.add(key)
    })
}
