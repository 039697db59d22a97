import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type App, eventually, pressArmed, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/** Each test has a browser: one of them answers for other sites. */
const scene = useScene({ ownBrowser: true })
const mode = (app: App) => app.page.getByRole('combobox', { name: 'Mode', exact: true })
const fetched = (url: string) => ({ name: 'fetch_page', arguments: { url } })

/** A site that answers its first two pages at once, and the others when they are let go. */
const answered: string[] = []
let held: ServerResponse[] = []
let isOpen = false
let server: Server
let origin = ''
const answer = (response: ServerResponse): void => {
  answered.push(response.req.url ?? '')
  response.end('<title>Page</title><article><p>Words of a page.</p></article>')
}
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/html')
    if (isOpen || /[12]$/.test(request.url ?? '')) answer(response)
    else held.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  answered.splice(0)
  held = []
  isOpen = false
})

it('five pages asked five questions: one card approves them at once; killed in the middle, each is answered once', async () => {
  const { app, mock } = scene
  const pages = [1, 2, 3, 4, 5].map((n) => `${origin}/page-${n}`)
  mock.setScript([{ text: 'I read five pages.', toolCalls: pages.map(fetched) }, { text: 'All read.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Compare them')
  await app.untilStatus('Waiting for you')
  const batch = (of: App) => of.page.getByRole('group', { name: '5 calls need your approval' })
  await eventually(() => batch(app).getByRole('group', { name: 'Tool call: fetch_page' }).count()).toBe(5)
  for (const page of pages) expect(await visibleText(batch(app))).toContain(page)
  // it is there after a reload
  await app.page.reload()
  await app.untilStatus('Waiting for you')
  await pressArmed(batch(app).getByRole('button', { name: 'Approve all', exact: true }))
  await eventually(() => held.length).toBe(3)
  // what was answered and is not on disk when the browser is killed is asked for again
  const isDone = app.toolCalls('fetch_page').filter({ hasText: 'Done' })
  await eventually(() => isDone.count()).toBe(2)
  expect(answered.toSorted()).toEqual(['/page-1', '/page-2'])
  const { hash } = new URL(app.page.url())
  isOpen = true
  const again = await scene.killAndRelaunch(hash)
  await again.untilAnswer('All read.')
  expect(answered.toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `/page-${n}`))
  expect(await again.page.getByRole('button', { name: 'Approve all' }).count()).toBe(0)
})

it('the mode is there after a reload and a kill; a public page is read without a question until a file is attached', async () => {
  const { app, mock } = scene
  const asked: string[] = []
  const watch = (of: App) =>
    of.page.context().route('https://*.example/**', async (route) => {
      asked.push(route.request().url())
      await route.fulfill({
        ...{ contentType: 'text/html', headers: { 'access-control-allow-origin': '*' } },
        body: '<title>Bees</title><article><p>Words about bees.</p></article>',
      })
    })
  await watch(app)
  mock.setScript([
    { toolCalls: [fetched('https://bees.example/one')] },
    { text: 'Read.' },
    { toolCalls: [fetched('https://wasps.example/two')] },
    { text: 'Denied.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await mode(app).selectOption({ label: 'Free within limits' })
  await app.send('What about bees?')
  await app.untilAnswer('Read.')
  await app.untilStatus('Idle')
  expect(asked).toEqual(['https://bees.example/one'])
  expect(await mode(app).inputValue()).toBe('free')
  await app.page.reload()
  await eventually(() => mode(app).inputValue()).toBe('free')
  const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)
  await eventually(() => mode(again).inputValue()).toBe('free')
  await watch(again)
  await again.page
    .locator('input[type=file][aria-label="Attach files"]')
    .setInputFiles([{ name: 'salary.txt', mimeType: 'text/plain', buffer: Buffer.from('Ann earns 65,000') }])
  await again.send('And wasps?')
  await again.untilStatus('Waiting for you')
  const card = again.toolCalls('fetch_page').last()
  await card.getByRole('textbox', { name: 'Reason' }).fill('wasps are not on the list')
  await pressArmed(card.getByRole('button', { name: 'Deny', exact: true }))
  await again.untilAnswer('Denied.')
  expect(asked).toEqual(['https://bees.example/one'])
  expect(JSON.stringify(mock.journal().at(-1)?.body.messages)).toContain('wasps are not on the list')
})
