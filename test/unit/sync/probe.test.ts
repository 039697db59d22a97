import { describe, expect, test, vi } from 'vitest'
import { StoreFailure } from '../../../src/sync/object-store.ts'
import { probe } from '../../../src/sync/probe.ts'
import { type Fault, makeFakeObjectStore, type Operation } from '../../support/fake-object-store.ts'
import { makeRandom } from '../../torture/random.ts'

const signal = new AbortController().signal
const APART = { fits: true, message: 'Two devices can’t overwrite each other here.' }

describe('the probe', () => {
  test('finds a storage fit that keeps two writers apart, and leaves nothing there', async () => {
    const { connect, objects, counts } = makeFakeObjectStore()
    objects.set('v/s/log/0', Uint8Array.of(1))
    expect(await probe(connect(), { signal })).toEqual(APART)
    expect([...objects.keys()]).toEqual(['v/s/log/0'])
    expect(counts.create).toBe(242)
  })

  test.each(['ignores-conditions', 'checks-then-writes'] as const)(
    'refuses a storage that %s, and says why',
    async (breach) => {
      const { connect, objects } = makeFakeObjectStore({ breach })
      const { fits, message, problem } = await probe(connect(), { signal })
      expect({ fits, problem }).toEqual({ fits: false, problem: undefined })
      expect(message).toMatch(
        breach === 'ignores-conditions'
          ? /^This storage overwrites existing data/
          : /^With 6 simultaneous writers, this storage told [2-6] /,
      )
      expect(message).toContain('Two devices could overwrite each other there')
      expect(objects.size).toBe(0)
    },
  )

  test.each<[Operation, Fault]>([
    ['create', 'doubtful'],
    ['create', 'lost'],
  ])('a %s that is %s does not speak against a storage', async (operation, fault) => {
    for (let place = 0; place < 4; place++) {
      const { connect, next } = makeFakeObjectStore()
      let creates = 0
      const store = connect()
      const counted = {
        ...store,
        create: (...asked: Parameters<typeof store.create>) => {
          if (creates++ === place) next(operation, fault)
          return store.create(...asked)
        },
      }
      expect(await probe(counted, { signal }), `the ${place}. create`).toEqual(APART)
    }
  })

  test('a storage that gives back something else is refused', async () => {
    const { connect, next } = makeFakeObjectStore()
    next('get', 'stale')
    expect(await probe(connect(), { signal })).toMatchObject({
      fits: false,
      message: expect.stringContaining('didn’t return'),
    })
  })

  test.each<[Fault, string]>([
    ['forbidden', 'refused'],
    ['html', 'gone-wrong'],
    ['full', 'full'],
    ['rate-limited', 'rate-limited'],
    ['unreachable', 'unreachable'],
  ])('%s ends it with that problem, not with a judgement', async (fault, kind) => {
    const { connect, next, objects } = makeFakeObjectStore()
    next('get', fault)
    expect(await probe(connect(), { signal })).toMatchObject({ fits: false, problem: { kind } })
    expect(objects.size).toBe(0)
  })

  test('what the engine knows against it is said before anything is written', async () => {
    const { connect, counts } = makeFakeObjectStore()
    const against = { kind: 'unfit' as const, message: 'This database keeps 3 copies in a cluster.' }
    expect(await probe(connect(), { signal, check: async () => against })).toEqual({
      fits: false,
      message: against.message,
      problem: against,
    })
    expect(counts.create).toBe(0)
    const refused = { kind: 'refused' as const, message: 'No.' }
    const check = (): Promise<null> => Promise.reject(new StoreFailure(refused))
    expect(await probe(connect(), { signal, check })).toMatchObject({ fits: false, problem: refused })
  })

  test('a storage that takes one write of a key in a second, as R2 does, is not refused for that', async () => {
    vi.useFakeTimers()
    const { connect, objects } = makeFakeObjectStore()
    const store = connect()
    const written = new Map<string, number>()
    const slow: typeof store = {
      ...store,
      create: async (key, ...asked) => {
        const now = performance.now()
        if (now - (written.get(key) ?? Number.NEGATIVE_INFINITY) < 1000)
          throw new StoreFailure({ kind: 'rate-limited', message: 'Slow down.', status: 429 })
        written.set(key, now)
        return store.create(key, ...asked)
      },
    }
    const probed = probe(slow, { signal })
    await vi.runAllTimersAsync()
    expect(await probed).toEqual(APART)
    expect(objects.size).toBe(0)
    vi.useRealTimers()
  })

  test('a storage that lets two win one race of four is refused all the same', async () => {
    for (let time = 0; time < 200; time++) {
      const { connect } = makeFakeObjectStore({ seed: time })
      const [store, random] = [connect(), makeRandom(time).next]
      const checking = new Set<string>()
      const sometimes: typeof store = {
        ...store,
        create: async (key, bytes, asked) => {
          const said = await store.create(key, bytes, asked)
          const isRace = key.includes('race') && !checking.has(key)
          if (said !== 'exists' || !isRace) return said
          checking.add(key)
          if (random() > 0.25) return said
          await store.put(key, bytes, asked)
          return 'created'
        },
      }
      expect(await probe(sometimes, { signal }), `seed ${time}`).toMatchObject({ fits: false })
    }
  })

  test('a storage that takes its time is raced for as long as a person waits, not for each of forty keys', async () => {
    const { connect, counts } = makeFakeObjectStore()
    let now = 0
    const store = connect()
    const slow: typeof store = {
      ...store,
      get: (...asked) => {
        now += 4000
        return store.get(...asked)
      },
    }
    expect(await probe(slow, { signal, elapsed: () => now })).toEqual(APART)
    expect(counts.create).toBe(2 + 6 * 8)
  })

  test('an abort ends it', async () => {
    const reason = new Error('enough')
    await expect(probe(makeFakeObjectStore().connect(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
