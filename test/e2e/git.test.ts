import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { appOn, eventually, pressArmed, visibleText } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { startGitServer } from '../support/git-server.ts'
import { crashTab } from '../support/launch.ts'
import { useScene } from '../support/scene.ts'

/** The test build: a failpoint in the address holds a tool at its end until the page is left. */
const scene = useScene({ build: 'dist-test' })

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Passes requests on to the address in its path, for pages of any site. `logins`: what it could read. */
async function startRelay(): Promise<{ template: string; logins: (string | undefined)[] }> {
  const logins: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type, accept')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    logins.push(request.headers.authorization)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', headers } = request
    const passed = await fetch((request.url ?? '').slice(1), {
      method,
      headers: { ...(headers['content-type'] && { 'content-type': headers['content-type'] }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await passed.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{url}`, logins }
}

it('a repository is cloned, changed and pushed with the person’s word and login; killed after the push, it is pushed once; a host that keeps browsers out is reached through the relay', async () => {
  const { app: start, mock } = scene
  const server = await startGitServer({ 'README.md': '# Notes\n' })
  const closed = await startGitServer({ 'far.md': 'far\n' }, { cors: false })
  closing.push(server.close, closed.close)
  const shell = (command: string) => [{ name: 'run_shell', arguments: { command } }]
  const change = 'cd notes && echo two > two.txt && git add . && git commit -m "Add two" && git push'
  mock.setScript([
    { toolCalls: shell(`git clone ${server.url}`) },
    { toolCalls: shell(change) },
    { text: 'It is pushed.' },
  ])
  await start.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const host = { baseUrl: server.url, user: 'me', throughRelay: false }
  await askWorker(start.page, { kind: 'save-git-host', host, key: 'token' })
  await start.page.close()
  const app = appOn(await scene.browser.context.newPage())
  await app.page.goto(`${scene.site.url}?failpoint=after-tool-run:2:hang#/`)
  await app.send(`Add a file to ${server.url}`)
  await app.untilStatus('Waiting for you')
  const asking = app.toolCalls('run_shell').last()
  await eventually(() => visibleText(asking)).toContain(`send commits to ${new URL(server.url).host}`)
  expect(await visibleText(asking)).toContain(server.url)
  expect(await asking.getByRole('combobox').locator('option').allInnerTexts()).not.toContain('Always')
  await pressArmed(asking.getByRole('button', { name: 'Approve', exact: true }))
  await eventually(async () => server.git('log', '--format=%s', 'main').trim()).toBe('Add two\nFirst')
  const head = server.git('rev-parse', 'main')
  await eventually(() => visibleText(asking)).toContain('Running')
  const { hash } = new URL(app.page.url())
  await crashTab(app.page)

  const again = appOn(await scene.browser.context.newPage())
  await again.page.goto(`${scene.site.url}${hash}`)
  await again.untilAnswer('It is pushed.')
  expect(server.git('rev-parse', 'main')).toBe(head)
  expect(server.git('show', 'main:two.txt')).toBe('two\n')
  const results = () =>
    JSON.stringify(
      mock
        .journal()
        .at(-1)
        ?.body.messages?.filter(({ role }) => role === 'tool'),
    )
  expect(results()).toContain('Everything up-to-date')
  const pushes = server.asked.filter(({ method, path }) => method === 'POST' && path.includes('receive-pack'))
  expect(pushes.map(({ login }) => login)).toEqual(['me:token'])
  expect(results()).not.toContain('me:token')

  mock.setScript([{ toolCalls: shell(`cd /workspace; git clone ${closed.url} far`) }, { text: 'It is kept shut.' }])
  await again.send(`Now ${closed.url}`)
  await again.untilAnswer('It is kept shut.')
  expect(results()).toContain('A relay (Settings > Services) can pass it on')
  const relay = await startRelay()
  await askWorker(again.page, { kind: 'save-relay', service: { template: relay.template } })
  await askWorker(again.page, {
    kind: 'save-git-host',
    host: { baseUrl: closed.url, user: 'me', throughRelay: false },
    key: 'token',
  })
  mock.setScript([{ toolCalls: shell(`git clone ${closed.url} far && cat far/far.md`) }, { text: 'It is here.' }])
  await again.send('Again')
  await again.untilAnswer('It is here.')
  expect(results()).toContain('created far/far.md')
  expect(relay.logins).toEqual([undefined, undefined])
})
