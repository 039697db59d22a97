import { expect, test } from 'vitest'
import { StoreFailure } from '../../../src/sync/object-store.ts'
import { type Fault, makeFakeObjectStore, type Operation } from '../../support/fake-object-store.ts'
import { runObjectStoreContract } from './object-store-contract.ts'

const fake = makeFakeObjectStore()
runObjectStoreContract('The storage in memory', fake.connect, { rounds: 1000 })

const signal = new AbortController().signal
const bytes = (...list: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(list)

test.each<[Fault, string, boolean, boolean]>([
  ['lost', 'doubt', false, false],
  ['late', 'doubt', false, true],
  ['doubtful', 'doubt', true, true],
  ['twice', 'exists', true, true],
])('a create that is %s says %s', async (fault, says, now, afterwards) => {
  const { connect, objects, next, settle } = makeFakeObjectStore()
  next('create', fault)
  expect(await connect().create('v/s/l/0', bytes(1), signal)).toBe(says)
  expect(objects.has('v/s/l/0')).toBe(now)
  settle()
  expect(objects.has('v/s/l/0')).toBe(afterwards)
})

test('what arrives late loses against what came meanwhile', async () => {
  const { connect, next, settle } = makeFakeObjectStore()
  next('create', 'late')
  await connect().create('v/s/l/0', bytes(1), signal)
  expect(await connect().create('v/s/l/0', bytes(2), signal)).toBe('created')
  settle()
  expect(await connect().get('v/s/l/0', signal)).toEqual(bytes(2))
})

test('a stale read tells what was there before', async () => {
  const { connect, next } = makeFakeObjectStore()
  const store = connect()
  await store.put('v/d/a', bytes(1), signal)
  await store.put('v/d/a', bytes(2), signal)
  next('get', 'stale')
  expect(await store.get('v/d/a', signal)).toEqual(bytes(1))
  expect(await store.get('v/d/a', signal)).toEqual(bytes(2))
})

test.each<[Fault, string]>([
  ['html', 'gone-wrong'],
  ['forbidden', 'refused'],
  ['full', 'full'],
  ['rate-limited', 'rate-limited'],
  ['unreachable', 'unreachable'],
])('%s is a failure of kind %s, and nothing was written', async (fault, kind) => {
  const { connect, objects, next } = makeFakeObjectStore()
  next('create', fault)
  const failure = await connect()
    .create('v/s/l/0', bytes(1), signal)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreFailure)
  expect(failure).toMatchObject({ problem: { kind } })
  expect(objects.size).toBe(0)
})

test('two storages with one seed meet the same faults', async () => {
  const story = async (seed: number): Promise<string[]> => {
    const { connect, chances } = makeFakeObjectStore({ seed })
    const [one, two] = [connect(), connect()]
    chances({ lost: 0.1, late: 0.1, twice: 0.1, doubtful: 0.1, html: 0.1, stale: 0.2 })
    const said: string[] = []
    for (let n = 0; n < 300; n++) {
      const store = n % 2 === 0 ? one : two
      const write = store.create(`v/s/l/${n % 40}`, bytes(n % 256), signal)
      said.push(await write.catch((error: StoreFailure) => error.problem.kind))
      const read = store.get(`v/s/l/${n % 40}`, signal)
      said.push(String(await read.catch((error: StoreFailure) => error.problem.kind)))
    }
    return said
  }
  expect(await story(7)).toEqual(await story(7))
  expect(await story(7)).not.toEqual(await story(8))
})

test('operations are counted', async () => {
  const { connect, counts } = makeFakeObjectStore()
  await connect().get('v/s/l/0', signal)
  expect(counts).toEqual({ create: 0, get: 1, list: 0, put: 0, remove: 0, watch: 0 } satisfies Record<
    Operation,
    number
  >)
})
