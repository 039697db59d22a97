import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appOn, eventually, pressArmed, visibleText } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import { type MockReply, stuck } from '../support/mock-replies.ts'
import { type OutsideServer, startOutsideServer } from '../support/outside-server.ts'
import { useScene } from '../support/scene.ts'

/**
 * One task from its beginning to its end, reloaded in the middle of every step. Requests to the web are held by the
 * server they go to; a tool of the workspace stands still between its end and the commit of its result, at a failpoint
 * that the page's address names.
 */
const scene = useScene({ build: 'dist-test' })
let outside: OutsideServer
const RIVERS = [
  ['Rhine', 1230],
  ['Elbe', 1094],
  ['Loire', 1006],
] as const
beforeAll(async () => {
  const table = RIVERS.map(([name, length]) => `<tr><td>${name}</td><td>${length}</td></tr>`).join('')
  const words = '<p>The length of a river is measured from its source to its mouth, as everybody knows.</p>'.repeat(6)
  outside = await startOutsideServer(({ path }) =>
    path === '/search'
      ? {
          type: 'application/json',
          body: JSON.stringify({
            results: [{ url: `${outside.origin}/page`, title: 'Lengths of rivers', content: 'A table of three.' }],
          }),
        }
      : {
          type: 'text/html; charset=utf-8',
          body: `<!doctype html><title>Lengths of rivers</title><article><h1>Lengths</h1>${words}<table>${table}</table></article>`,
        },
  )
})
afterAll(() => outside.close())

const CSV = `name,km\n${RIVERS.map((row) => row.join(',')).join('\n')}\n`
const CODE = `
const rows = readFile('rivers.csv').trim().split('\\n').slice(1).map((row) => row.split(','))
console.log('adding up ' + rows.length + ' rivers')
const total = rows.reduce((sum, [, km]) => sum + Number(km), 0)
writeFile('report.html', '<!doctype html><title>Rivers</title><h1>Rivers</h1><p>Together ' + total + ' km</p>')
total`
const TOTAL = RIVERS.reduce((sum, [, km]) => sum + km, 0)
const steps = (): MockReply[] => [
  {
    text: 'Searching.',
    toolCalls: [
      { name: 'search_web', arguments: { query: 'lengths of rivers' } },
      { name: 'read_file', arguments: { path: '[hook: block]' } },
    ],
  },
  { text: 'Reading.', toolCalls: [{ name: 'fetch_page', arguments: { url: `${outside.origin}/page` } }] },
  { text: 'Writing.', toolCalls: [{ name: 'write_file', arguments: { path: 'rivers.csv', content: CSV } }] },
  { text: 'Adding up.', toolCalls: [{ name: 'run_javascript', arguments: { code: CODE } }] },
  { text: 'Showing.', toolCalls: [{ name: 'show_artifact', arguments: { path: 'report.html' } }] },
  { words: 60 },
]
/** The next step follows from the conversation alone, so that it is the same however often it is asked for. */
const makeNextStep = () => {
  let sentences = 0
  return (request: MockRequest): MockReply => {
    const turns = (request.body.messages ?? []).filter(({ role }) => role === 'assistant').length
    // the last sentence breaks off the first time
    if (turns === steps().length - 1 && sentences++ === 0) return stuck(60)
    return steps()[turns] ?? { text: 'Nothing is left to do.' }
  }
}
/** Name and content of every result in a request, in order. */
const resultsIn = (request: MockRequest | undefined): string[] =>
  (request?.body.messages ?? []).flatMap(({ role, content }) => (role === 'tool' ? [JSON.stringify(content)] : []))
const requestsOf = (path: string) => outside.requests.filter((request) => request.path === path)

describe('a long task', () => {
  it('searches, fetches, writes, computes and shows, is reloaded in the middle of each, and finishes with everything right', async () => {
    const { app, mock } = scene
    mock.setScript(makeNextStep())
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    // so tall that the list keeps every card in the page
    await app.page.setViewportSize({ width: 1280, height: 2400 })
    await app.openEmpty()
    const hash = new URL(app.page.url()).hash
    const provider = { kind: 'searxng', baseUrl: outside.origin } as const
    await askWorker(app.page, { kind: 'save-search-provider', provider })
    /** Loads the page anew; there, the tool that ends as the so-manieth stands still before its result is committed. */
    const reload = async (heldTool?: number): Promise<void> => {
      const query = heldTool === undefined ? '' : `?failpoint=after-tool-run:${heldTool}:hang`
      const address = `${scene.site.url}${query}${hash}`
      // going to where one is loads nothing
      if (app.page.url() === address) await app.page.reload()
      else await app.page.goto(address)
    }
    const untilRunning = async (tool: string): Promise<void> => {
      await app.untilStatus(`Using ${tool}`)
      await eventually(() => visibleText(app.toolCalls(tool)), tool).toContain('Running')
    }

    // in the middle of the search
    outside.hold('/search')
    await app.send('How long are the rivers together?')
    await eventually(() => requestsOf('/search').length, 'the search').toBe(1)
    await untilRunning('search_web')
    await reload()
    await eventually(() => requestsOf('/search').length, 'the search again').toBe(2)
    outside.release('/search')

    // while the word of the person is wanted for a new site; given in another tab, after the reload
    await app.untilStatus('Waiting for you')
    await reload()
    await app.untilStatus('Waiting for you')
    expect(requestsOf('/page')).toEqual([])
    outside.hold('/page')
    const other = appOn(await scene.browser.context.newPage())
    await other.page.goto(`${scene.site.url}${hash}`)
    await pressArmed(other.toolCalls('fetch_page').getByRole('button', { name: 'Approve', exact: true }))
    // in the middle of the fetching
    await eventually(() => requestsOf('/page').length, 'the page').toBe(1)
    await other.page.close()
    await untilRunning('fetch_page')
    await reload(2)
    await eventually(() => requestsOf('/page').length, 'the page again').toBe(2)
    outside.release('/page')

    // between the end of a tool and the commit of its result: of each, what it did is not there yet
    await untilRunning('write_file')
    await app.openFiles()
    expect(await app.files.getByRole('treeitem').count()).toBe(0)
    await reload(2)
    await untilRunning('run_javascript')
    // what the code prints stands in its card while it runs
    await eventually(() => visibleText(app.toolCalls('run_javascript'))).toContain('adding up 3 rivers')
    await eventually(() => app.files.getByRole('treeitem').allTextContents(), 'the files').toEqual([
      expect.stringContaining('rivers.csv'),
    ])
    await reload(2)
    await untilRunning('show_artifact')
    await reload()

    // in the middle of the last sentence
    await app.untilAnswer('word9')
    await reload()
    await app.untilStatus('Idle', 30_000)
    await eventually(() => app.lastAnswer(), 'the answer').toMatch(/^word1 .* word60$/s)

    const calls = ['search_web', 'read_file', 'fetch_page', 'write_file', 'run_javascript', 'show_artifact']
    const results = resultsIn(mock.journal().at(-1))
    expect(results).toHaveLength(calls.length)
    expect(results[0]).toContain('Lengths of rivers')
    expect(results[1]).toContain('This call was blocked: the test forbids it.')
    expect(results[2]).toContain('Loire')
    expect(results[4]).toContain(String(TOTAL))
    // every step was asked for once, and the last one again after it had broken off
    expect(mock.journal()).toHaveLength(calls.length + 1)
    expect(requestsOf('/search').map(({ gone }) => gone)).toEqual([true, false])
    expect(requestsOf('/page').map(({ gone }) => gone)).toEqual([true, false])

    for (const tool of calls) {
      await eventually(() => app.toolCalls(tool).count(), tool).toBe(1)
      await eventually(() => visibleText(app.toolCalls(tool)), tool).toContain(tool === 'read_file' ? 'Error' : 'Done')
    }
    await eventually(() => app.questionTexts(), 'the question').toEqual(['How long are the rivers together?'])
    const artifact = app.page.frameLocator('iframe.artifact-frame').frameLocator('iframe')
    await artifact.getByText(`Together ${TOTAL} km`).waitFor()
    const files = app.files.getByRole('treeitem')
    await eventually(() => files.count()).toBe(2)
    await files.filter({ hasText: 'rivers.csv' }).click()
    const table = app.files.getByRole('table')
    await table.waitFor()
    await eventually(() => table.getByRole('row').count()).toBe(1 + RIVERS.length)
    for (const [name, km] of RIVERS)
      expect(await table.getByRole('row').filter({ hasText: name }).textContent()).toContain(String(km))
    await app.untilStatus('Idle')
  })
})
