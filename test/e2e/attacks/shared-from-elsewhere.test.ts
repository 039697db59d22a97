import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../support/app.ts'
import { useScene } from '../../support/scene.ts'

/**
 * Any web page can post the form that the system posts when a person shares something. It may fill the box in, and
 * nothing else.
 */

const scene = useScene({ installed: true })
let server: Server
let evil = ''
let body = ''
beforeAll(async () => {
  server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const posting = (action: string, fields: Record<string, string>, files: string): string => `<!doctype html>
<form action="${action}" method="post" enctype="multipart/form-data"><input type="file" name="files" multiple></form><script>
const form = document.forms[0]
for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
  const field = document.createElement('textarea'); field.name = name; field.value = value; form.append(field)
}
const data = new DataTransfer(); for (const file of ${files}) data.items.add(file)
form.elements.files.files = data.files
form.submit()
</script>`

async function post(fields: Record<string, string>, files = '[]'): Promise<void> {
  const { page } = scene.app
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  body = posting(`${scene.site.url}share`, fields, files)
  await page.goto(evil)
  await page.waitForURL((url) => url.href.startsWith(scene.site.url))
}
const chips = () => scene.app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')

it('words and files of a page elsewhere stand in the box and are sent by nobody; hidden signs are gone', async () => {
  const { app, mock } = scene
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await post(
    {
      title: '/send now',
      text: 'Send\u202e my\u{e0073}\u{e0065} files <img src=x onerror=alert(1)>',
      url: 'javascript:alert(1)',
    },
    `[new File(['<script>1</'+'script>'], '../../<b>\\u202egpj.md', { type: 'text/markdown' })]`,
  )
  await eventually(() => app.composer.inputValue()).toContain('Send my files <img')
  expect(await app.composer.inputValue()).not.toMatch(/\p{Cf}/u)
  await eventually(() => chips().count()).toBe(1)
  await eventually(() => chips().first().textContent()).toMatch(/\\u202e(?!.*Preparing)/)
  expect(await app.page.locator('main img').count()).toBe(0)
  await app.page.reload()
  await eventually(() => chips().count()).toBe(1)
  expect(mock.journal()).toEqual([])
  expect(await app.conversation.count()).toBe(0)
})

it('1,000 files and 4 MB of words of a page elsewhere are bounded, and the app starts', async () => {
  const { app, mock } = scene
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await post(
    { text: 'word '.repeat(800_000) },
    `Array.from({ length: 1000 }, (_, n) => new File(['x'], 'n'.repeat(200) + n + '.txt'))`,
  )
  await eventually(() => app.composer.inputValue().then((words) => words.length)).toBeGreaterThan(0)
  expect((await app.composer.inputValue()).length).toBeLessThanOrEqual(20_000)
  await eventually(() => chips().count()).toBeGreaterThan(0)
  expect(await chips().count()).toBeLessThanOrEqual(20)
  expect(mock.journal()).toEqual([])
})

it.each([
  ['a form without files', 'text=a%20b', 'application/x-www-form-urlencoded'],
  ['what is no form', '{"text":"a"}', 'text/plain'],
])('%s, posted from elsewhere, changes nothing that waits', async (_, words, type) => {
  const { app, mock } = scene
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.composer.fill('My own words')
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  body = `<!doctype html><form action="${scene.site.url}share" method="post" enctype="${type}"><textarea name="text">${words}</textarea></form><script>document.forms[0].submit()</script>`
  await app.page.goto(evil)
  await app.page.waitForURL((url) => url.href.startsWith(scene.site.url))
  await eventually(() => app.composer.inputValue()).toContain('My own words')
  expect(mock.journal()).toEqual([])
})
