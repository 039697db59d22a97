import { describe, expect, it } from 'vitest'
import { SEARCH_KEY_HEADER, SEARCH_KINDS } from '../../../src/settings/search-provider.ts'
import { searchWeb } from '../../../src/tools/web/search-web.ts'
import type { SearchAccess, SearchKind } from '../../../src/tools/web/web-port.ts'
import { memoryFiles, run, wordsOf } from './memory-files.ts'
import { openWeb, startWebServer } from './web-server.ts'

/** Answers in the shape that each service documents, with the fields that are not read left in. */
const RECORDED: Record<SearchKind, unknown> = {
  tavily: {
    query: 'rivers',
    follow_up_questions: null,
    answer: null,
    images: [],
    results: [
      { url: 'https://a.example/1', title: 'Rivers', content: 'They run.', score: 0.9, raw_content: null },
      { url: 'https://b.example/2', title: 'Seas', content: 'Never full.', score: 0.8, raw_content: null },
    ],
    response_time: 1.1,
    request_id: 'x',
  },
  brave: {
    type: 'search',
    query: { original: 'rivers', more_results_available: true },
    mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }] },
    web: {
      type: 'search',
      results: [
        {
          title: '<strong>Rivers</strong>',
          url: 'https://a.example/1',
          description: 'They <strong>run</strong>.',
          language: 'en',
        },
        { title: 'Seas', url: 'https://b.example/2', description: 'Never full.', page_age: '2025-01-01' },
      ],
      family_friendly: true,
    },
  },
  exa: {
    requestId: 'x',
    resolvedSearchType: 'neural',
    results: [
      {
        id: 'https://a.example/1',
        title: 'Rivers',
        url: 'https://a.example/1',
        author: null,
        highlights: ['They run.'],
        highlightScores: [0.4],
      },
      {
        id: 'https://b.example/2',
        title: 'Seas',
        url: 'https://b.example/2',
        publishedDate: '2025-01-01T00:00:00.000Z',
        text: 'Never full.',
      },
    ],
    costDollars: { total: 0.005 },
  },
  searxng: {
    query: 'rivers',
    number_of_results: 0,
    results: [
      {
        url: 'https://a.example/1',
        title: 'Rivers',
        content: 'They run.',
        engine: 'bing',
        engines: ['bing'],
        score: 4,
        category: 'general',
      },
      { url: 'https://b.example/2', title: 'Seas', content: 'Never full.', engine: 'ddg', publishedDate: null },
      { url: 'magnet:?xt=1', title: 'Not a page', content: '' },
    ],
    answers: [],
    infoboxes: [],
    unresponsive_engines: [],
  },
}
const KEY = 'key-0123456789'
let fault: { status: number; body: string } | null = null
const server = await startWebServer(({ path, headers }, response) => {
  const kind = SEARCH_KINDS.find((one) => path.startsWith(`/${one}/`)) ?? 'tavily'
  const { header, prefix } = SEARCH_KEY_HEADER[kind]
  const refused = kind !== 'searxng' && headers[header] !== prefix + KEY ? { status: 401, body: '{}' } : null
  const { status, body } = fault ?? refused ?? { status: 200, body: JSON.stringify(RECORDED[kind]) }
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})

/** The worker's fetch adds the key; here the test does. */
const access = (kind: SearchKind, key = KEY): SearchAccess => ({
  kind,
  baseUrl: `${server.origin}/${kind}`,
  fetch: (input, init) => {
    const { header, prefix } = SEARCH_KEY_HEADER[kind]
    return fetch(input, { ...init, headers: { ...(init?.headers as object), [header]: prefix + key } })
  },
})
const search = (from: SearchAccess | null, args: object = {}) =>
  run(searchWeb, memoryFiles(), { query: 'rivers & seas', ...args }, { web: openWeb({ search: async () => from }) })

describe.each(SEARCH_KINDS)('search_web with %s', (kind) => {
  it('reads its documented answer: a table for the person, words for the model', async () => {
    const result = await search(access(kind))
    expect(result.details).toEqual({
      shape: 'table',
      columns: ['Title', 'Address', 'Extract'],
      rows: [
        ['Rivers', 'https://a.example/1', 'They run.'],
        ['Seas', 'https://b.example/2', 'Never full.'],
      ],
    })
    expect(wordsOf(result)).toContain('1. Rivers\nhttps://a.example/1\nThey run.')
    const asked = server.asked.at(-1)
    const said = decodeURIComponent(`${asked?.path} ${asked?.body}`).replaceAll('+', ' ')
    expect(said).toContain('rivers & seas')
  })
  it('gives no more than were asked for', async () => {
    expect((await search(access(kind), { count: 1 })).details).toMatchObject({
      rows: [['Rivers', expect.anything(), expect.anything()]],
    })
  })
  it.each([
    [429, 'slow down', /too many requests/],
    [500, 'oops', /answered 500: oops/],
    [200, '<html>', /isn’t a list of results/],
    [200, '{"results":7,"web":7}', /isn’t a list of results/],
  ])('a fault (%d %s) is told in words', async (status, body, words) => {
    fault = { status, body }
    await expect(search(access(kind)).finally(() => (fault = null))).rejects.toThrow(words)
  })
  it('says when nobody answers or the browser withholds the answer', async () => {
    const refused = { ...access(kind), fetch: () => Promise.reject(new TypeError('Failed to fetch')) }
    await expect(search(refused)).rejects.toThrow(
      /did not answer, or does not allow web pages to use it \(no CORS headers\)/,
    )
  })
})

it.each(['tavily', 'brave', 'exa'] as const)('%s: a wrong key is told as that', async (kind) => {
  await expect(search(access(kind, 'wrong'))).rejects.toThrow(/rejected the API key/)
})
it('a SearXNG that gives no JSON says what to change', async () => {
  fault = { status: 403, body: 'Forbidden' }
  await expect(search(access('searxng')).finally(() => (fault = null))).rejects.toThrow(/search\.formats/)
})
it('without a search service it says where to set one', async () => {
  await expect(search(null)).rejects.toThrow(/Settings > Services/)
})
it('finding nothing is an answer', async () => {
  fault = { status: 200, body: '{"results":[]}' }
  expect(wordsOf(await search(access('tavily')).finally(() => (fault = null)))).toContain('Nothing was found')
})
