import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedFetch } from '../../../src/effects/guarded-fetch.ts'
import { makeCouchDb } from '../../../src/sync/couchdb.ts'
import type { ObjectStore } from '../../../src/sync/object-store.ts'
import { probe } from '../../../src/sync/probe.ts'
import { makeS3 } from '../../../src/sync/s3.ts'
import { makeS3Signature } from '../../../src/sync/s3-signature.ts'
import { COUCH_USER, type CouchDbServer, startCouchDbServer } from '../../support/couchdb-server.ts'
import { runs } from '../../support/runs.ts'
import { S3_KEYS, type S3Server, startS3Server } from '../../support/s3-server.ts'
import { runObjectStoreContract } from './object-store-contract.ts'

let couch: CouchDbServer
let s3: S3Server
beforeAll(async () => {
  couch = await startCouchDbServer()
  s3 = await startS3Server()
})
afterAll(async () => {
  await couch?.close()
  await s3?.close()
})

const signal = new AbortController().signal
const one = Uint8Array.of(1)

function connectCouch(url = couch.url, password = COUCH_USER.password): ReturnType<typeof makeCouchDb> {
  const credentials = Buffer.from(`${COUCH_USER.user}:${password}`).toString('base64')
  const guarded = createGuardedFetch({
    allowed: (origin) => origin === new URL(url).origin,
    secretFor: () => ({ header: 'authorization', value: `Basic ${credentials}` }),
    fetch,
  })
  return makeCouchDb(url, guarded)
}

function connectS3({ url } = s3, keys = S3_KEYS, now?: () => number): ObjectStore {
  const { sign, setTime } = makeS3Signature(keys, now)
  const guarded = createGuardedFetch({
    allowed: (origin) => origin === new URL(url).origin,
    secretFor: () => null,
    sign,
    fetch,
  })
  return makeS3({ url, fetch: guarded, setTime, look: { first: 20, most: 50, growth: 1.5 } })
}

runObjectStoreContract('CouchDB', () => connectCouch(), { rounds: runs(60, 250) })
runObjectStoreContract('S3', () => connectS3(), { rounds: runs(30, 100) })

const problem = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no problem',
    (error: { problem?: unknown }) => error.problem ?? error,
  )

describe('CouchDB in bad hours', () => {
  test.each([
    ['an error of the server that had written', { status: 500, done: true }, true],
    ['an error of the server that had not', { status: 500, body: '{"error":"x"}' }, false],
    ['a quorum that was missed', { status: 202, body: '{"ok":true}', done: true }, true],
    [
      'a web page that says 200',
      { status: 200, body: '<!doctype html>', headers: { 'content-type': 'text/html' } },
      false,
    ],
    ['a 201 that was cut', { status: 201, body: '{"ok":tr' }, false],
  ])('after %s nobody says whether it was created', async (name, answer, written) => {
    const key = `v/s/${name.replaceAll(' ', '')}/0`
    couch.next('PUT', answer)
    expect(await connectCouch().create(key, one, signal)).toBe('doubt')
    expect(await connectCouch().get(key, signal)).toEqual(written ? one : null)
  })

  test('a wrong password is refused in words, and nothing is written', async () => {
    const store = connectCouch(couch.url, 'wrong')
    expect(await problem(store.create('v/s/w/0', one, signal))).toMatchObject({ kind: 'refused', status: 401 })
    expect(await problem(store.get('v/s/w/0', signal))).toMatchObject({ kind: 'refused' })
    expect(await connectCouch().get('v/s/w/0', signal)).toBe(null)
  })

  test('a database that is not there is another thing than an object that is not', async () => {
    const store = connectCouch(`${new URL(couch.url).origin}/nothing`)
    expect(await problem(store.get('v/s/l/0', signal))).toMatchObject({ kind: 'no-place' })
    expect(await problem(store.create('v/s/l/0', one, signal))).toMatchObject({ kind: 'no-place' })
    expect(await problem(store.list('v/', null, signal))).toMatchObject({ kind: 'no-place' })
  })

  test('slow down, full, and a web page are told apart', async () => {
    const store = connectCouch()
    couch.next('PUT', { status: 429, headers: { 'retry-after': '7' } })
    expect(await problem(store.create('v/s/l/1', one, signal))).toMatchObject({
      kind: 'rate-limited',
      retryAfter: 7000,
    })
    // an owner of the storage who says never is not obeyed, nor does a timer that is too long ring at once
    couch.next('PUT', { status: 429, headers: { 'retry-after': '99999999999' } })
    expect(await problem(store.create('v/s/l/1', one, signal))).toMatchObject({ retryAfter: 600_000 })
    couch.next('PUT', { status: 507 })
    expect(await problem(store.create('v/s/l/1', one, signal))).toMatchObject({ kind: 'full' })
    couch.next('GET', { status: 200, body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } })
    expect(await problem(store.get('v/s/l/1', signal))).toMatchObject({ kind: 'gone-wrong' })
  })

  test('a note is written although its revision changed in between', async () => {
    const store = connectCouch()
    await store.put('v/d/a', one, signal)
    couch.next('PUT', { status: 409, body: '{"error":"conflict"}' })
    await store.put('v/d/a', Uint8Array.of(2), signal)
    expect(await store.get('v/d/a', signal)).toEqual(Uint8Array.of(2))
  })

  test('waiting ends when the line is cut', async () => {
    const store = connectCouch()
    couch.next('POST', { status: 200, body: '{"results":[],"last_seq":5}' })
    await store.watch('v/s/never/0', signal)
  })

  test('a cluster is found unfit, one node is not', async () => {
    expect(await connectCouch().check(signal)).toBe(null)
    for (const [n, fits] of [
      [1, true],
      [3, false],
      ['?', false],
    ]) {
      couch.next('GET', { status: 200, body: JSON.stringify({ update_seq: '0', cluster: { n, q: 2 } }) })
      expect((await connectCouch().check(signal)) === null).toBe(fits)
    }
  })

  test('nothing at the address is unreachable for a read, and doubt for a write', async () => {
    const store = connectCouch('http://127.0.0.1:9/reflexor')
    expect(await problem(store.get('v/s/l/0', signal))).toMatchObject({ kind: 'unreachable' })
    expect(await store.create('v/s/l/0', one, signal)).toBe('doubt')
  })
})

describe('S3 in bad hours', () => {
  test.each([
    ['an error of the server that had written', { status: 500, done: true }, true],
    ['an error of the server that had not', { status: 503, body: '<Error><Code>InternalError</Code></Error>' }, false],
    [
      'a conflict of conditions',
      { status: 409, body: '<Error><Code>ConditionalRequestConflict</Code></Error>' },
      false,
    ],
    ['a web page that says 200', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }, false],
  ])('after %s nobody says whether it was created', async (name, answer, written) => {
    const key = `v/s/${name.replaceAll(' ', '')}/0`
    s3.next('PUT', answer)
    expect(await connectS3().create(key, one, signal)).toBe('doubt')
    expect(await connectS3().get(key, signal)).toEqual(written ? one : null)
  })

  test('a clock days off is set right by the storage, whichever of the two is wrong', async () => {
    for (const days of [-3, 3]) {
      const server = await startS3Server({ clock: days * 86_400_000 })
      try {
        const store = connectS3(server)
        expect(await store.create('v/s/l/0', one, signal)).toBe('created')
        expect(await store.get('v/s/l/0', signal)).toEqual(one)
        expect(server.requests).toHaveLength(3)
      } finally {
        await server.close()
      }
    }
  })

  test('wrong keys are refused in words', async () => {
    const store = connectS3(s3, { ...S3_KEYS, secretAccessKey: 'wrong' })
    expect(await problem(store.get('v/s/l/0', signal))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('SignatureDoesNotMatch'),
    })
    expect(await problem(store.create('v/s/l/0', one, signal))).toMatchObject({ kind: 'refused' })
  })

  test('a bucket that is not there is another thing than an object that is not', async () => {
    const store = connectS3({ ...s3, url: s3.url.replace('bucket', 'nothing') })
    expect(await problem(store.get('v/s/l/0', signal))).toMatchObject({ kind: 'no-place' })
    expect(await problem(store.create('v/s/l/0', one, signal))).toMatchObject({ kind: 'no-place' })
  })

  test('a list that was cut is no list', async () => {
    s3.next('GET', { status: 200, body: '<ListBucketResult><Contents><Key>v/s/l/0</Key></Contents>' })
    expect(await problem(connectS3().list('v/', null, signal))).toMatchObject({ kind: 'gone-wrong' })
  })

  test('full is told apart from slow down', async () => {
    s3.next('PUT', { status: 403, body: '<Error><Code>QuotaExceeded</Code></Error>' })
    expect(await problem(connectS3().create('v/s/l/9', one, signal))).toMatchObject({ kind: 'full' })
    s3.next('GET', { status: 503, body: '<Error><Code>SlowDown</Code></Error>', headers: { 'retry-after': '3' } })
    expect(await problem(connectS3().get('v/s/l/9', signal))).toMatchObject({ kind: 'rate-limited', retryAfter: 3000 })
  })
})

describe('the probe against real servers', () => {
  test('finds CouchDB and S3 fit, and leaves nothing there', async () => {
    const store = connectCouch()
    for (const [probed, check] of [
      [store, store.check],
      [connectS3(), undefined],
    ] as const) {
      expect(await probe(probed, { signal, check })).toEqual({
        fits: true,
        message: 'Two devices can’t overwrite each other here.',
      })
      expect(await probed.list('probe/', null, signal)).toEqual([])
    }
  })

  test('refuses a server of S3 that says yes to every write, in words', async () => {
    const server = await startS3Server({ ignoresConditions: true })
    try {
      const { fits, message } = await probe(connectS3(server), { signal })
      expect(fits).toBe(false)
      expect(message).toBe(
        'This storage overwrites existing data even when told not to. Two devices could overwrite each other there, so it can’t be used.',
      )
      expect(server.objects.size).toBe(0)
    } finally {
      await server.close()
    }
  })

  test('refuses a cluster of CouchDB before it writes anything', async () => {
    const store = connectCouch()
    couch.next('GET', { status: 200, body: JSON.stringify({ update_seq: '0', cluster: { n: 3, q: 2 } }) })
    const before = couch.requests.length
    expect(await probe(store, { signal, check: store.check })).toMatchObject({
      fits: false,
      message: expect.stringContaining('cluster'),
    })
    expect(couch.requests.length).toBe(before + 1)
  })
})
