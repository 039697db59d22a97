import type { Locator } from 'playwright-core'
import { type App, visibleText } from './app.ts'
import { COUCH_USER, type CouchDbServer } from './couchdb-server.ts'

/** Connects devices to a sync storage in the settings, as a person does. */

/** On a shared machine with two cores the storage competes with the test. */
const PATIENT = 40_000

/** Settings > Devices, on a phone, too. */
export async function openDevices({ page, button }: App): Promise<Locator> {
  await button('Settings').or(button('Show sessions')).first().waitFor()
  // on a phone the list is a drawer
  if (!(await button('Settings').isVisible())) await button('Show sessions').click()
  await button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Devices' }).click()
  return settings
}

/** Connects the storage, and closes the settings. Resolves to the recovery code. */
export async function connectStorage(app: App, couch: CouchDbServer): Promise<string> {
  const settings = await openDevices(app)
  const connect = settings.getByRole('region', { name: 'Connect a storage' })
  const address = new URL(couch.url)
  await connect.getByRole('textbox', { name: 'Address', exact: true }).fill(address.origin)
  await connect.getByRole('textbox', { name: 'Database', exact: true }).fill(address.pathname.slice(1))
  await connect.getByRole('textbox', { name: 'User name', exact: true }).fill(COUCH_USER.user)
  await connect.getByLabel('Password', { exact: true }).fill(COUCH_USER.password)
  await connect.getByRole('button', { name: 'Connect', exact: true }).click()
  const code = settings.getByRole('region', { name: 'Recovery code' }).locator('pre')
  await code.waitFor({ timeout: PATIENT })
  const recovery = await visibleText(code)
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  return recovery
}

/** Connects this device by the recovery code of another, and closes the settings. */
export async function connectByCode(app: App, recovery: string): Promise<void> {
  const there = await openDevices(app)
  await there
    .getByRole('textbox', { name: 'Recovery code', exact: true })
    .or(there.getByLabel('Recovery code', { exact: true }))
    .first()
    .fill(recovery)
  await there.getByRole('button', { name: 'Connect this device' }).click()
  await there.getByRole('button', { name: 'Pause' }).waitFor({ timeout: PATIENT })
  await there.getByRole('button', { name: 'Close', exact: true }).click()
}

/** Opens a session of the other device from the list. */
export async function openShared(app: App, title: RegExp): Promise<void> {
  if (!(await app.sessions.isVisible())) await app.button('Show sessions').click()
  await app.sessions.getByRole('link', { name: title }).click({ timeout: PATIENT })
}
