import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { connectByCode, connectStorage, openShared } from '../support/connect-devices.ts'
import { type CouchDbServer, startCouchDbServer } from '../support/couchdb-server.ts'
import { makeGate } from '../support/gate.ts'
import { type MockReply, stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

/** Two storages that know nothing of each other, and a CouchDB: a task that begins on one device is finished on the other. */
const scene = useScene()
/** The longest is 15 s: a device that is looked at looks every 10 s, one that is at work lets go within 8, and words come every 4. */
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
}, 300_000)
