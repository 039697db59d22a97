import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually, pressArmed, visibleText } from '../support/app.ts'
import { connectByCode, connectStorage, openShared } from '../support/connect-devices.ts'
import { type CouchDbServer, startCouchDbServer } from '../support/couchdb-server.ts'
import { type OutsideServer, startOutsideServer } from '../support/outside-server.ts'
import { useScene } from '../support/scene.ts'

/** What must not happen twice is under way on one device while another one takes the session. */
const scene = useScene({ build: 'dist-test' })
const PATIENT = 60_000
let couch: CouchDbServer
let outside: OutsideServer

beforeEach(async () => {
  couch = await startCouchDbServer({ origins: [new URL(scene.site.url).origin] })
  outside = await startOutsideServer(() => ({ body: 'Paid: receipt 17' }))
})
afterEach(async () => {
  await outside.close()
  await couch.close()
})

it('a payment that ends after the session was taken is done once, and what it came to is used on the other device by a press', async () => {
  const { app: laptop, mock } = scene
  const args = { server: outside.origin, session: 'here', step: 'pay' }
  mock.setScript([
    { text: 'Paying.', toolCalls: [{ name: 'test_pay_long', arguments: args }] },
    { text: 'The receipt is kept.' },
  ])
  await laptop.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const recovery = await connectStorage(laptop, couch)
  const other = await scene.anotherDevice()
  await other.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await connectByCode(other, recovery)

  outside.hold('/act')
  await laptop.send('Pay for it')
  await eventually(() => outside.requests.length, 'payments that have begun', PATIENT).toBe(1)
  await openShared(other, /Pay for it/)
  await other.button('Continue here').click({ timeout: PATIENT })
  const call = other.toolCalls('test_pay_long')
  await eventually(() => visibleText(call), 'the call on the phone', PATIENT).toContain('Unknown outcome')
  // the laptop knows that it has lost the session, and its payment goes on
  await laptop.button('Continue here').waitFor({ timeout: PATIENT })
  outside.release('/act')
  const use = call.getByRole('button', { name: 'Use this result' })
  await use.waitFor({ timeout: PATIENT })
  await eventually(() => visibleText(call)).toContain('Paid: receipt 17')
  await pressArmed(use)
  await other.untilAnswer('The receipt is kept.', PATIENT)
  expect(JSON.stringify(mock.journal()[1]?.body.messages)).toContain('Paid: receipt 17')
  // both show the same, and the world outside was asked once
  await laptop.untilAnswer('The receipt is kept.', PATIENT)
  await eventually(() => visibleText(laptop.toolCalls('test_pay_long'))).toMatch(
    /^(?![\s\S]*Unknown outcome)[\s\S]*Done/,
  )
  expect(outside.requests).toHaveLength(1)
})
