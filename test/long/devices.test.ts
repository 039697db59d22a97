import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, eventually } from '../support/app.ts'
import { connectByCode, connectStorage, openDevices, openShared } from '../support/connect-devices.ts'
import { type CouchDbServer, startCouchDbServer } from '../support/couchdb-server.ts'
import { makeGate } from '../support/gate.ts'
import { type MockReply, stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

/**
 * Two storages that know nothing of each other, and a CouchDB: a task that begins on one device is finished on the
 * other.
 */
const scene = useScene()
/**
 * The longest is 15 s: a device that is looked at looks every 10 s, one that is at work lets go within 8, and words
 * come every 4.
 */
const PATIENT = 45_000
let couch: CouchDbServer

beforeEach(async () => {
  couch = await startCouchDbServer({ origins: [new URL(scene.site.url).origin] })
})
afterEach(() => couch.close())

it('the words of an answer under way are seen on another device while they come, and stay there, interrupted, until the one that goes on there has passed them', async () => {
  const { app: laptop, mock } = scene
  const passing = makeGate()
  const slow: MockReply = { words: 60, holdUntil: { events: 6, until: passing.opened } }
  mock.setScript([{ text: 'Begun on the laptop.' }, stuck(60), slow])
  await laptop.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const recovery = await connectStorage(laptop, couch)
  await laptop.send('Remember the number 42')
  await laptop.untilAnswer('Begun on the laptop.')
  const other = await scene.anotherDevice()
  await other.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await connectByCode(other, recovery)
  await openShared(other, /Remember the number 42/)
  await other.untilAnswer('Begun on the laptop.', PATIENT)

  await laptop.send('Now count')
  await laptop.untilAnswer('word20', PATIENT)
  // nothing was committed of it, and it is read in mid-sentence, as it is where it comes from
  await other.untilAnswer(/^(?![\s\S]*Interrupted)[\s\S]*word20/, PATIENT)
  expect(mock.journal()).toHaveLength(2)
  // they are there after a reload too
  await other.page.reload()
  await other.untilAnswer('word20', PATIENT)

  await other.button('Continue here').click({ timeout: PATIENT })
  await eventually(() => mock.journal().length, 'askings', PATIENT).toBe(3)
  await other.untilAnswer(/word20[\s\S]*Interrupted/, PATIENT)
  passing.open()
  await other.untilAnswer(/^(?![\s\S]*Interrupted)[\s\S]*word60/, PATIENT)
  await other.untilStatus('Idle', PATIENT)
  await laptop.untilAnswer('word60', PATIENT)
})

it('a task that was begun on one device goes on on another in the middle of its run, and the first says so', async () => {
  const { app: laptop, mock } = scene
  mock.setScript([{ text: 'Begun on the laptop.' }, stuck(60), { text: 'Finished on the phone.' }])
  await laptop.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })

  const recovery = await connectStorage(laptop, couch)
  await laptop.send('Remember the number 42')
  await laptop.untilAnswer('Begun on the laptop.')

  const other = await scene.anotherDevice()
  await other.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await connectByCode(other, recovery)

  await laptop.send('Now count')
  await laptop.untilAnswer('word3')
  await openShared(other, /Remember the number 42/)
  await eventually(() => other.questionTexts(), 'what the phone shows', PATIENT).toEqual([
    'Remember the number 42',
    'Now count',
  ])
  await other.button('Continue here').click()
  await other.untilAnswer('Finished on the phone.', PATIENT)
  await eventually(() => other.questionTexts()).toEqual(['Remember the number 42', 'Now count'])
  // the model was asked with all that had been said on the other device
  expect(JSON.stringify(mock.journal()[2]?.body.messages)).toContain('Begun on the laptop.')
  // who has it may take it out of what is shared, and who follows it may not
  const options = async ({ page, button }: App) => {
    await button('Session options').click()
    const dialog = page.getByRole('dialog', { name: 'Session options' })
    const shared = dialog.getByRole('checkbox', { name: 'Share with your devices' })
    await shared.waitFor({ timeout: PATIENT })
    return { dialog, shared }
  }
  await other.untilStatus('Idle', PATIENT)
  const own = await options(other)
  await eventually(() => own.shared.isChecked(), 'it is shared').toBe(true)
  await own.shared.click()
  await own.dialog.getByText('It stays on this device.').waitFor({ timeout: PATIENT })
  // the word is there before the answer of the machine
  await eventually(() => own.shared.isEnabled(), 'it was heard', PATIENT).toBe(true)
  await eventually(() => own.shared.isChecked(), 'it is not shared', PATIENT).toBe(false)
  await own.shared.click()
  await eventually(() => own.shared.isEnabled(), 'it was heard', PATIENT).toBe(true)
  await eventually(() => own.shared.isChecked(), 'it is shared again', PATIENT).toBe(true)
  await own.dialog.getByText('Your other devices show it').waitFor({ timeout: PATIENT })
  await own.dialog.getByRole('button', { name: 'Close', exact: true }).click()
  // the laptop has let go before its answer was whole, and shows what goes on on the phone
  await laptop.button('Continue here').waitFor({ timeout: PATIENT })
  await laptop.untilAnswer('Finished on the phone.', PATIENT)
  expect(mock.journal()[1]?.finished).toBe(false)
  // each knows of the other, and how much they have there
  const known = (await openDevices(laptop)).getByRole('region', { name: 'Your devices' })
  await known.getByRole('button', { name: /^Remove / }).waitFor({ timeout: PATIENT })
  const stored = laptop.page.getByRole('region', { name: 'Stored data' })
  await stored.getByRole('button', { name: 'Show storage use' }).click()
  await stored.getByText(/^\d+ objects, /).waitFor({ timeout: PATIENT })
})
