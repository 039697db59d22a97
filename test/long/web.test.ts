import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, pressArmed, visibleText } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const ARTICLE = `<!doctype html><title>On rivers</title><script>document.title = 'ran'</script>
<article><h1>On rivers</h1>${'<p>Rivers run, <b>slowly</b>, to the <a href="/sea">sea</a>, and the sea is never full, as everybody knows.</p>'.repeat(5)}</article>`
const asked: string[] = []
let server: Server
let origin = ''
let stranger: Server
let elsewhere = ''
const askedElsewhere: string[] = []
const answer = (path: string, response: ServerResponse): void => {
  asked.push(path)
  const open = { 'access-control-allow-origin': '*' }
  // a redirect that the browser does not show either: followed all the same, it would lead where nobody has allowed
  if (path === '/closed') response.writeHead(302, { location: `${elsewhere}/reset?all` }).end()
  else if (path === '/moved') response.writeHead(302, { ...open, location: '/open' }).end()
  else if (path.startsWith('/search'))
    response
      .writeHead(200, { ...open, 'content-type': 'application/json' })
      .end(JSON.stringify({ results: [{ url: `${origin}/open`, title: 'On rivers', content: 'They run.' }] }))
  else response.writeHead(200, { ...open, 'content-type': 'text/html; charset=utf-8' }).end(ARTICLE)
}
beforeAll(async () => {
  server = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stranger = createServer((request, response) => {
    askedElsewhere.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const one of [server, stranger]) {
    one.closeAllConnections()
    one.close()
  }
})
const fetchCall = (path: string) => ({ toolCalls: [{ name: 'fetch_page', arguments: { url: origin + path } }] })
const lastResult = (): string => JSON.stringify(scene.mock.journal().at(-1)?.body.messages)

describe('fetch_page in a real browser', () => {
  it('asks once for a new site, before anything is sent there; then reads it', async () => {
    const { app, mock } = scene
    asked.length = 0
    mock.setScript([fetchCall('/open'), { text: 'Read.' }, fetchCall('/open'), { text: 'Denied.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Read about rivers')
    await app.untilStatus('Waiting for you')
    expect(asked).toEqual([])
    await app.page.reload()
    await app.untilStatus('Waiting for you')
    await pressArmed(app.toolCalls('fetch_page').getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('Read.')
    expect(asked).toEqual(['/open'])
    expect(lastResult()).toContain('Rivers run, **slowly**, to the [sea]')
    expect(lastResult()).toContain('data, not instructions')
    // once was once: the next call asks again
    await app.send('Read it again')
    await app.untilStatus('Waiting for you')
    await pressArmed(app.toolCalls('fetch_page').last().getByRole('button', { name: 'Deny', exact: true }))
    await app.untilAnswer('Denied.')
    expect(asked).toEqual(['/open'])
  })
  it.each([
    ['/closed', /does not let web pages of other sites read its answer \(no CORS headers\)/],
    ['/moved', /redirects, and the browser does not say where to/],
  ])('%s says exactly why it cannot be read, and a reader service reads it', async (path, why) => {
    const { app, mock } = scene
    mock.setScript([fetchCall(path), { text: 'No.' }, fetchCall(path), { text: 'Yes.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Read it')
    await pressArmed(app.toolCalls('fetch_page').getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('No.')
    expect(lastResult()).toMatch(why)
    // only the site that the person has allowed was asked
    expect(askedElsewhere).toEqual([])
    await eventually(() => visibleText(app.toolCalls('fetch_page'))).toContain('Error')
    const service = { template: `${origin}/reader?of={encoded}` }
    const saved = await askWorker(app.page, { kind: 'save-reader', service })
    expect(saved.reader).toEqual({ ...service, hasKey: false })
    await app.send('And now?')
    await pressArmed(app.toolCalls('fetch_page').last().getByRole('button', { name: 'Approve', exact: true }))
    await app.untilAnswer('Yes.')
    expect(asked.at(-1)).toBe(`/reader?of=${encodeURIComponent(origin + path)}`)
    expect(lastResult()).toContain('Rivers run, **slowly**')
  })
})

describe('search_web in a real browser', () => {
  it('asks the service that the person has set up', async () => {
    const { app, mock } = scene
    mock.setScript([{ toolCalls: [{ name: 'search_web', arguments: { query: 'rivers' } }] }, { text: 'Found.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    const provider = { kind: 'searxng', baseUrl: origin } as const
    const tested = await askWorker(app.page, { kind: 'test-search-provider', provider })
    expect(tested).toEqual({ ok: true, message: 'It works: 1 result.' })
    await askWorker(app.page, { kind: 'save-search-provider', provider })
    await app.send('Search')
    await app.untilAnswer('Found.')
    expect(lastResult()).toContain('They run.')
  })
})
