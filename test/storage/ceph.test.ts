import { beforeAll, expect, test } from 'vitest'
import type { ObjectStore } from '../../src/sync/object-store.ts'
import { probe } from '../../src/sync/probe.ts'
import { makeS3 } from '../../src/sync/s3.ts'
import { runObjectStoreContract } from '../unit/sync/object-store-contract.ts'
import { signedFetch, startedStore } from './started-store.ts'

const started = startedStore('ceph')
const bucket = `${started.url}/bucket`

const connect = (now?: () => number): ObjectStore => makeS3({ url: bucket, ...signedFetch(started, now) })
const signal = new AbortController().signal

beforeAll(async () => {
  const made = await signedFetch(started).fetch(bucket, { method: 'PUT' })
  if (!made.ok) throw new Error(`The bucket could not be made: ${made.status} ${await made.text()}`)
})

// a lost race is a doubt there as often as not: an error of the server instead of 412
runObjectStoreContract('Ceph', () => connect(), { rounds: 1000, losersKnow: false })

test('the probe finds it fit, and leaves nothing there', async () => {
  expect(await probe(connect(), { signal })).toEqual({
    fits: true,
    message: 'Two devices can’t overwrite each other here.',
  })
  expect(await connect().list('probe/', null, signal)).toEqual([])
})

test('250 races of eight have one winner each', async () => {
  const said: Record<string, number> = {}
  for (let round = 0; round < 250; round++) {
    const key = `race/s/log/${round}`
    const created = await Promise.all(
      Array.from({ length: 8 }, (_, n) => connect().create(key, Uint8Array.of(n), signal)),
    )
    for (const word of created) said[word] = (said[word] ?? 0) + 1
    expect(created.filter((word) => word === 'created').length, `round ${round}`).toBe(1)
    expect(await connect().get(key, signal)).toEqual(Uint8Array.of(created.indexOf('created')))
  }
  console.log('250 races of eight:', said)
})

test('a clock hours off is set right', async () => {
  const store = connect(() => Date.now() - 4 * 3_600_000)
  expect(await store.create('clock/s/log/0', Uint8Array.of(1), signal)).toBe('created')
  expect(await store.get('clock/s/log/0', signal)).toEqual(Uint8Array.of(1))
})
