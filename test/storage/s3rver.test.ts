import { expect, test } from 'vitest'
import { probe } from '../../src/sync/probe.ts'
import { makeS3 } from '../../src/sync/s3.ts'
import { signedFetch, startedStore } from './started-store.ts'

const started = startedStore('s3rver')
const signal = new AbortController().signal

test('s3rver says yes to a write that was only to be made if nothing is there, and is refused in words', async () => {
  const store = makeS3({ url: started.url, ...signedFetch(started) })
  expect(await store.create('v/s/log/0', Uint8Array.of(1), signal)).toBe('created')
  expect(await store.create('v/s/log/0', Uint8Array.of(2), signal)).toBe('created')
  expect(await probe(store, { signal })).toEqual({
    fits: false,
    message:
      'This storage overwrites existing data even when told not to. Two devices could overwrite each other there, so it can’t be used.',
  })
  expect(await store.list('probe/', null, signal)).toEqual([])
})
