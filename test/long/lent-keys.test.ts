import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type App, eventually } from '../support/app.ts'
import { connectByCode, connectStorage, openDevices } from '../support/connect-devices.ts'
import { type CouchDbServer, startCouchDbServer } from '../support/couchdb-server.ts'
import { type HttpsProxy, startHttpsProxy } from '../support/https-proxy.ts'
import { useScene } from '../support/scene.ts'
import { everythingStored } from '../support/storage-dump.ts'

/**
 * Keys of providers go from device to device only where the person says so on both, and no device, storage or page but
 * the workers sees them.
 */
const HOST = 'api.reflexor.test'
/** A device at rest looks at the storage once a minute. */
const PATIENT = 90_000
const KEY = 'sk-lent-0123456789abcdef'
let proxy: HttpsProxy
let couch: CouchDbServer
beforeAll(async () => {
  proxy = await startHttpsProxy()
})
afterAll(() => proxy.close())
const scene = useScene({
  launch: () => ({
    args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1:${proxy.port}`, '--ignore-certificate-errors'],
  }),
})
beforeEach(async () => {
  couch = await startCouchDbServer({ origins: [new URL(scene.site.url).origin] })
})
afterEach(() => couch.close())

/** Settings > Devices with its switch; `close` leaves it. */
async function lending(app: App) {
  const settings = await openDevices(app)
  const box = settings.getByRole('checkbox', { name: 'Share providers and keys with my devices' })
  await box.waitFor({ timeout: PATIENT })
  return {
    box,
    borrowed: settings.getByRole('list', { name: 'Shared providers' }),
    close: () => settings.getByRole('button', { name: 'Close', exact: true }).click(),
  }
}

it('a provider that was set up on one device is used on another after both say so, and goes there and in the storage when it is switched off', async () => {
  const { app: laptop, mock } = scene
  proxy.forwardTo(mock.baseUrl.replace(/\/v1$/, ''))
  mock.setScript([{ text: 'Hello from afar.' }])
  await laptop.connect({ kind: 'OpenAI-compatible', baseUrl: `https://${HOST}/v1`, key: KEY })
  const recovery = await connectStorage(laptop, couch)
  const other = await scene.anotherDevice({ width: 1280, height: 800 })
  await connectByCode(other, recovery)

  const there = await lending(other)
  expect(await there.box.isChecked()).toBe(false)
  await there.box.click()
  const here = await lending(laptop)
  expect(await here.box.isChecked()).toBe(false)
  expect(await there.borrowed.isVisible()).toBe(false)
  await here.box.click()
  await there.borrowed.getByText(HOST).waitFor({ timeout: PATIENT })
  await there.close()
  await other.send('Hello')
  await other.untilAnswer('Hello from afar.', PATIENT)
  expect(mock.journal()[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
  expect(await everythingStored(other.page)).not.toContain(KEY)

  await here.box.click()
  await eventually(() => here.box.isChecked()).toBe(false)
  // who comes back sees it at once
  await other.page.reload()
  const again = await lending(other)
  await again.borrowed.waitFor({ state: 'hidden', timeout: PATIENT })
  await eventually(() => again.box.isChecked()).toBe(true)
  // it is not there to be asked any more
  await again.close()
  await here.close()
  await laptop.button('Settings').click()
  await laptop.page.getByRole('button', { name: `Edit ${HOST}` }).waitFor({ timeout: PATIENT })
})
