import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { connectByCode, connectStorage, openDevices, openShared } from '../support/connect-devices.ts'
import { COUCH_USER, type CouchDbServer, startCouchDbServer } from '../support/couchdb-server.ts'
import { useScene } from '../support/scene.ts'
import { openWay, type Way } from '../torture/devices/way.ts'

/** What a person sees when the storage of their devices does not do what it says, and what they can do about it. */
const scene = useScene()
const PATIENT = 60_000
const SHOTS = fileURLToPath(new URL('../.results/', import.meta.url))
let couch: CouchDbServer
let way: Way

beforeEach(async () => {
  couch = await startCouchDbServer({ origins: [new URL(scene.site.url).origin] })
  way = await openWay(couch.url)
})
afterEach(async () => {
  await way.close()
  await couch.close()
})

/** Its owner deletes everything in it. */
async function empty(): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${COUCH_USER.user}:${COUCH_USER.password}`).toString('base64')}`
  const ask = (path: string, method = 'GET') => fetch(`${couch.url}${path}`, { method, headers: { authorization } })
  const { rows } = (await (await ask('/_all_docs')).json()) as { rows: { id: string; value: { rev: string } }[] }
  for (const { id, value } of rows) await ask(`/${encodeURIComponent(id)}?rev=${value.rev}`, 'DELETE')
}

it('a storage that is away, then emptied, locks nobody out: a mark, the state of now, and three ways on', async () => {
  const { app: laptop, mock } = scene
  const { page } = laptop
  mkdirSync(SHOTS, { recursive: true })
  mock.setScript([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' }])
  await laptop.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const recovery = await connectStorage(laptop, { ...couch, url: way.url })
  await laptop.send('First')
  await laptop.untilAnswer('One.')
  const mark = laptop.button('Not yet on your other devices')
  expect(await mark.count()).toBe(0)

  way.set('errors')
  await laptop.send('Second')
  await laptop.untilAnswer('Two.')
  await mark.waitFor({ timeout: PATIENT })
  await page.getByRole('region', { name: 'Your sync storage' }).waitFor({ timeout: PATIENT })
  await page.screenshot({ path: `${SHOTS}sync-mark.png` })
  const settings = await openDevices(laptop)
  await settings.getByText(/^Not working since /).waitFor({ timeout: PATIENT })
  expect(await settings.getByText('Two devices can’t overwrite each other here.').count()).toBe(0)
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  way.set(null)
  await mark.waitFor({ state: 'detached', timeout: PATIENT })

  await empty()
  await page.reload()
  const banner = page.getByRole('region', { name: 'Lost in the storage' })
  await banner.waitFor({ timeout: PATIENT })
  for (const name of ['Share again', 'Continue on this device only', 'Keep a copy'])
    expect(await banner.getByRole('button', { name }).count()).toBe(1)
  await page.screenshot({ path: `${SHOTS}sync-lost.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: `${SHOTS}sync-lost-phone.png` })
  await page.setViewportSize({ width: 1280, height: 800 })
  // nobody is locked out
  await laptop.send('Third')
  await laptop.untilAnswer('Three.')
  await banner.getByRole('button', { name: 'Share again' }).click()
  await banner.waitFor({ state: 'detached', timeout: PATIENT })

  const other = await scene.anotherDevice()
  await other.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await connectByCode(other, recovery)
  await openShared(other, /First/)
  await eventually(() => other.questionTexts(), 'what the other device shows', PATIENT).toEqual([
    'First',
    'Second',
    'Third',
  ])
}, 300_000)
