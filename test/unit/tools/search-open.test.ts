import { describe, expect, it } from 'vitest'
import { prepareCalls } from '../../../src/effects/prepare-calls.ts'
import { OPEN_SOURCES } from '../../../src/settings/open-sources.ts'
import { OPEN_SOURCE_NAMES, type OpenSource } from '../../../src/tools/web/open-source-names.ts'
import { searchWeb } from '../../../src/tools/web/search-web.ts'
import type { Web } from '../../../src/tools/web/web-port.ts'
import { memoryFiles, run, wordsOf } from './memory-files.ts'
import { openWeb } from './web-server.ts'

/** Answers in the shape that each source documents, with some fields that are not read left in. */
const RECORDED: Record<OpenSource, unknown> = {
  wikipedia: {
    batchcomplete: true,
    query: {
      searchinfo: { totalhits: 2 },
      search: [
        { ns: 0, title: 'River Thames', pageid: 1, snippet: 'The <span class="searchmatch">Thames</span> &amp; more' },
      ],
    },
  },
  openalex: {
    meta: { count: 1 },
    results: [
      {
        id: 'https://openalex.org/W1',
        display_name: 'On rivers',
        doi: 'https://doi.org/10.1/r',
        publication_year: 2024,
        cited_by_count: 3,
        open_access: { is_oa: true, oa_url: 'https://a.example/r.pdf' },
        abstract_inverted_index: { run: [1], Rivers: [0], far: [2, 1_000_000_000] },
      },
    ],
  },
  crossref: {
    status: 'ok',
    message: {
      items: [
        {
          DOI: '10.1/r',
          title: ['On rivers'],
          abstract: '<jats:p>They run.</jats:p>',
          'container-title': ['Water'],
          issued: { 'date-parts': [[2024, 5]] },
        },
        { DOI: '10.1/s', title: [], issued: { 'date-parts': [[null]] } },
      ],
    },
  },
  hackernews: {
    hits: [
      { objectID: '7', title: 'Rivers in Rust', url: 'https://b.example/rust', points: 9, num_comments: 2 },
      { objectID: '8', title: 'Ask HN: rivers?', url: null, points: 1, num_comments: 0, story_text: 'Why?' },
    ],
    nbHits: 2,
  },
  stackexchange: {
    items: [
      { title: 'What&#39;s a river?', link: 'https://stackoverflow.com/q/1', score: 4, answer_count: 1, tags: ['x'] },
    ],
    quota_remaining: 299,
  },
  github: {
    total_count: 1,
    items: [{ full_name: 'a/river', html_url: 'https://github.com/a/river', description: null, stargazers_count: 5 }],
  },
}
type Get = NonNullable<Web['getSource']>
const recorded: Get = async (source) => Response.json(RECORDED[source])
const search = (getSource: Get, args: object = {}, signal?: AbortSignal) =>
  run(
    searchWeb,
    memoryFiles(),
    { query: 'rivers & seas', source: 'all', ...args },
    { web: openWeb({ getSource }), ...(signal && { signal }) },
  )

describe('without a key', () => {
  it('a source that the tool names has no host that the question can name', () => {
    expect(Object.keys(OPEN_SOURCES)).toEqual([...OPEN_SOURCE_NAMES])
  })

  it.each([
    ['wikipedia', 'River Thames', 'https://en.wikipedia.org/wiki/River_Thames', 'The Thames & more'],
    ['openalex', 'On rivers', 'https://doi.org/10.1/r', '2024 · full text: https://a.example/r.pdf · Rivers run far'],
    ['crossref', 'On rivers', 'https://doi.org/10.1/r', '2024 · Water · They run.'],
    [
      'hackernews',
      'Rivers in Rust',
      'https://b.example/rust',
      '9 points, 2 comments: https://news.ycombinator.com/item?id=7',
    ],
    ['stackexchange', "What's a river?", 'https://stackoverflow.com/q/1', 'score 4, 1 answers'],
    ['github', 'a/river', 'https://github.com/a/river', '5 stars'],
  ] as const)('the answer of %s is not understood', async (source, title, url, extract) => {
    const asked: string[] = []
    const result = await search(
      async (name, path) => {
        asked.push(path)
        return Response.json(RECORDED[name])
      },
      { source },
    )
    expect(result.details).toMatchObject({ shape: 'table', rows: expect.arrayContaining([[title, url, extract]]) })
    expect(wordsOf(result)).toContain(`[${source}]\n${url}`)
    expect(decodeURIComponent(asked[0] ?? '').replaceAll('+', ' ')).toContain('rivers & seas')
  })

  it('several sources are searched one after the other, or an address comes twice', async () => {
    let open = 0
    let most = 0
    const result = await search(
      async (source) => {
        most = Math.max(most, ++open)
        await new Promise((resolve) => setTimeout(resolve, 1))
        open--
        return Response.json(RECORDED[source])
      },
      { count: 20 },
    )
    expect(most).toBe(OPEN_SOURCE_NAMES.length)
    const { rows } = result.details as { rows: string[][] }
    const addresses = rows.map(([, url]) => url)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.filter((url) => url === 'https://doi.org/10.1/r')).toHaveLength(1)
  })

  it.each<[string, Get]>([
    ['refuses', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['says it is too much', async () => new Response('slow down', { status: 429 })],
    ['sends HTML', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['sends something else', async () => Response.json({ items: 7, hits: null })],
    ['sends 2 MB', async () => new Response('x'.repeat(2 * 1024 * 1024))],
  ])('a source that %s costs the results of the others', async (_, fault) => {
    const result = await search((source, ...rest) =>
      source === 'github' ? fault(source, ...rest) : recorded(source, ...rest),
    )
    expect(wordsOf(result)).toContain('River Thames')
    expect(wordsOf(result)).toMatch(/\[No answer: github: /)
  })

  it('a source that hangs holds a call that is stopped', async () => {
    const stop = new AbortController()
    // it does not heed the signal either
    const outcome = search(() => new Promise(() => {}), {}, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(outcome).rejects.toThrow('stopped')
  })

  it('nobody says why nothing was found when all fail', async () => {
    await expect(search(() => Promise.reject(new TypeError('x')), { source: 'github' })).rejects.toThrow(
      'No source answered. github: did not answer, or does not allow web pages.',
    )
  })

  it('a title turns the reading direction, brings tags, or leads to no web page', async () => {
    const hits = [
      { objectID: '1', title: '\u202egpj.exe <img src=x onerror=alert(1)>\u0007 tail', url: 'https://a.example/1' },
      { objectID: '2', title: 'script', url: 'javascript:alert(1)' },
      { objectID: '3', title: 'long', url: `https://a.example/${'x'.repeat(3000)}` },
    ]
    const result = await search(async () => Response.json({ hits }), { source: 'hackernews' })
    expect(result.details).toMatchObject({ rows: [['gpj.exe tail', 'https://a.example/1', expect.any(String)]] })
    expect(wordsOf(result)).not.toMatch(/javascript:|\u202e/)
  })

  it('words leave without a question, or the model is not told how to search', async () => {
    const [call] = await prepareCalls([{ ...CALL, args: '{"query":"rivers","source":"all"}' }], { tools: [searchWeb] })
    expect(call).toMatchObject({ grant: 'search:all' })
    const [own] = await prepareCalls([{ ...CALL, args: '{"query":"rivers"}' }], { tools: [searchWeb] })
    expect(own?.grant).toBeUndefined()
    await expect(search(recorded, { source: undefined })).rejects.toThrow(/Search again with source "all"/)
  })
})
const CALL = { id: '1', providerId: 'c', name: 'search_web', key: 'k' } as never as Parameters<
  typeof prepareCalls
>[0][0]
