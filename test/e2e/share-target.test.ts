import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/**
 * What a system does when a person shares something with the installed app: it posts a form to the address that the
 * manifest names.
 */
const scene = useScene({ installed: true })
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function share(words: Record<string, string>, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const { page } = scene.app
  const manifest = await (await fetch(`${scene.site.url}manifest.webmanifest`)).json()
  const { action, method, enctype } = manifest.share_target
  await page.goto('about:blank')
  await page.setContent(
    `<form action="${new URL(action, scene.site.url)}" method="${method}" enctype="${enctype}">${Object.keys(words)
      .map((name) => `<input name="${name}">`)
      .join('')}<input type="file" name="files" multiple><button>Share</button></form>`,
  )
  for (const [name, value] of Object.entries(words)) await page.locator(`[name=${name}]`).fill(value)
  await page.locator('[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: 'Share' }).click()
}

it('pictures and texts that another app shares stand in the box of the start page, are sent by nobody but the person, and outlive a reload', async () => {
  const { app, mock, site } = scene
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, model: 'mock-model' })
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await app.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  await share({ title: 'A walk', text: 'What is in these?', url: 'https://example.com/walk' }, [
    { name: 'red dot.png', mimeType: 'image/png', buffer: PICTURE },
    { name: '笔记.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nNine herons.') },
  ])
  const chips = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  await eventually(() => chips.allInnerTexts()).toEqual([
    expect.stringContaining('red dot.png'),
    expect.stringContaining('笔记.md'),
  ])
  expect(app.page.url()).toBe(`${site.url}#/`)
  const words = 'A walk\n\nWhat is in these?\n\nhttps://example.com/walk'
  await eventually(() => app.composer.inputValue()).toBe(words)

  await app.page.reload()
  await eventually(() => chips.count()).toBe(2)
  await eventually(() => app.composer.inputValue()).toBe(words)
  expect(mock.journal()).toEqual([])
  // all of it was taken: nothing comes a second time
  await eventually(() =>
    app.page.evaluate(async () => {
      const shared = (await caches.keys()).filter((name) => name.startsWith('shared-'))
      return (await Promise.all(shared.map(async (name) => (await (await caches.open(name)).keys()).length))).join()
    }),
  ).toBe('0')

  mock.setScript([{ text: 'Herons.' }])
  await app.button('Send').click()
  await app.untilAnswer('Herons.')
  const [asked] = mock.journal()
  expect(JSON.stringify(asked?.body.messages)).toContain('Nine herons.')
  expect(JSON.stringify(asked?.body.messages)).toContain('data:image/')
})

it('what is shared before there is a model waits until there is one', async () => {
  const { app, mock } = scene
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await share({ text: 'Read this' }, [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('alpha') }])
  await app.button('Add provider').click()
  await app.fillProvider({
    kind: 'OpenAI-compatible',
    baseUrl: mock.baseUrl,
    key: 'test-key-1234567890',
    model: 'mock-model',
  })
  await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(() => app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem').count()).toBe(1)
  await eventually(() => app.composer.inputValue()).toBe('Read this')
})
