import { describe, expect, test } from 'vitest'
import type { Created, ObjectStore } from '../../../src/sync/object-store.ts'

/**
 * What every storage behind the port must do, whatever is in front of it. `connect`: another client of the same, empty
 * storage. `losersKnow`: whoever loses a race is told so, and not left in doubt.
 */
export function runObjectStoreContract(
  name: string,
  connect: () => ObjectStore,
  { rounds = 50, losersKnow = true }: { rounds?: number; losersKnow?: boolean } = {},
): void {
  const signal = new AbortController().signal
  let vaults = 0
  const told = (result: Created): Created => (losersKnow || result === 'created' ? result : 'exists')
  /** A place of its own for each test. */
  const place = (): string => `vault${++vaults}`

  describe(`${name}: the contract of the port`, () => {
    test('what was created is read as it was, by whoever reads', async () => {
      const key = `${place()}/s/log/0`
      const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => (n * 7) % 256)
      expect(await connect().get(key, signal)).toBe(null)
      expect(await connect().create(key, bytes, signal)).toBe('created')
      expect(Buffer.from((await connect().get(key, signal)) ?? []).equals(bytes)).toBe(true)
    })

    test('a second create finds the first one, and leaves it as it is, the same bytes or not', async () => {
      const key = `${place()}/s/log/0`
      const store = connect()
      expect(await store.create(key, text('first'), signal)).toBe('created')
      expect(await store.create(key, text('second'), signal)).toBe('exists')
      expect(await store.create(key, text('first'), signal)).toBe('exists')
      expect(said(await store.get(key, signal))).toBe('first')
    })

    test(
      `${rounds} races of two clients have one winner each, and its bytes are what everybody reads`,
      async () => {
        const vault = place()
        const [one, two] = [connect(), connect()]
        for (let round = 0; round < rounds; round++) {
          const key = `${vault}/s/log/${round}`
          const results = await Promise.all([
            one.create(key, text('one'), signal),
            two.create(key, text('two'), signal),
          ])
          expect(results.map(told).toSorted(), `round ${round}`).toEqual(['created', 'exists'])
          expect(said(await one.get(key, signal))).toBe(results[0] === 'created' ? 'one' : 'two')
        }
      },
      Math.max(120_000, rounds * 400),
    )

    test('eight at once have one winner', async () => {
      const key = `${place()}/s/log/0`
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, n) => connect().create(key, text(`writer ${n}`), signal)),
      )
      expect(results.filter((result) => result === 'created')).toHaveLength(1)
      expect(results.filter((result) => told(result) === 'exists')).toHaveLength(7)
      expect(said(await connect().get(key, signal))).toBe(`writer ${results.indexOf('created')}`)
    })

    test('put writes what is new and writes over what is there', async () => {
      const key = `${place()}/d/device`
      const store = connect()
      await store.put(key, text('note 1'), signal)
      expect(said(await connect().get(key, signal))).toBe('note 1')
      await store.put(key, text('note 2'), signal)
      expect(said(await connect().get(key, signal))).toBe('note 2')
      expect(await connect().create(key, text('note 3'), signal)).toBe('exists')
    })

    test('what was removed is gone, may be removed again, and may be created again', async () => {
      const key = `${place()}/b/blob`
      const store = connect()
      await store.remove(key, signal)
      await store.create(key, text('blob'), signal)
      await store.remove(key, signal)
      expect(await store.get(key, signal)).toBe(null)
      await store.remove(key, signal)
      expect(await store.create(key, text('again'), signal)).toBe('created')
      expect(said(await store.get(key, signal))).toBe('again')
    })

    test('a list has the keys below its prefix and no others, sorted, from the one after', async () => {
      const vault = place()
      const store = connect()
      const keys = ['s/a/0', 's/a/1', 's/a/10', 's/a/2', 's/a-b/0', 's/b/0', 'b/x_Y-1'].map((key) => `${vault}/${key}`)
      for (const key of keys) await store.create(key, text(key), signal)
      await store.create(`${vault}0/s/a/0`, text('another vault'), signal)
      const below = (prefix: string): string[] => keys.filter((key) => key.startsWith(prefix)).sort()
      const listed = (prefix: string, after: string | null = null) =>
        store.list(prefix, after, signal).then((objects) => objects.map(({ key }) => key))
      expect(await listed(`${vault}/`)).toEqual(below(`${vault}/`))
      expect(await listed(`${vault}/s/a/`)).toEqual(below(`${vault}/s/a/`))
      expect(await listed(`${vault}/s/a/`, `${vault}/s/a/1`)).toEqual(['10', '2'].map((slot) => `${vault}/s/a/${slot}`))
      expect(await listed(`${vault}/nothing/`)).toEqual([])
    })

    test('a removed key is no longer listed', async () => {
      const vault = place()
      const store = connect()
      await store.create(`${vault}/x/1`, text('1'), signal)
      await store.create(`${vault}/x/2`, text('two'), signal)
      await store.remove(`${vault}/x/1`, signal)
      expect(await store.list(`${vault}/x/`, null, signal)).toEqual([{ key: `${vault}/x/2`, size: 3 }])
    })

    test('watching ends when the key is written, at once when it is there already', async () => {
      const key = `${place()}/s/log/0`
      const watching = connect().watch(key, signal)
      setTimeout(() => void connect().create(key, text('there'), signal), 50)
      await watching
      await connect().watch(key, signal)
      expect(said(await connect().get(key, signal))).toBe('there')
    })

    test('watching one key is not ended for ever by what became of another', async () => {
      const vault = place()
      const store = connect()
      await store.create(`${vault}/s/log/0`, text('0'), signal)
      await store.watch(`${vault}/s/log/0`, signal)
      await store.create(`${vault}/s/log/1`, text('1'), signal)
      await store.watch(`${vault}/s/log/1`, signal)
    })

    test('an abort ends an operation with its reason', async () => {
      const key = `${place()}/s/log/0`
      const store = connect()
      const reason = new Error('enough')
      const aborted = AbortSignal.abort(reason)
      await expect(store.get(key, aborted)).rejects.toBe(reason)
      await expect(store.create(key, text('x'), aborted)).rejects.toBe(reason)
      await expect(store.watch(key, aborted)).rejects.toBe(reason)
      const stop = new AbortController()
      const watching = store.watch(key, stop.signal)
      setTimeout(() => stop.abort(reason), 30)
      await expect(watching).rejects.toBe(reason)
    })

    test('an empty object and one of a megabyte are objects like others', async () => {
      const vault = place()
      const store = connect()
      const large = crypto.getRandomValues(new Uint8Array(65_536))
      const megabyte = Uint8Array.from({ length: 1 << 20 }, (_, n) => large[n % 65_536] ?? 0)
      await store.create(`${vault}/b/large`, megabyte, signal)
      await store.create(`${vault}/b/empty`, new Uint8Array(), signal)
      expect(Buffer.from((await store.get(`${vault}/b/large`, signal)) ?? []).equals(Buffer.from(megabyte))).toBe(true)
      expect(await store.get(`${vault}/b/empty`, signal)).toEqual(new Uint8Array())
      expect(await store.create(`${vault}/b/empty`, text('more'), signal)).toBe('exists')
    })
  })
}

const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words)
const said = (bytes: Uint8Array<ArrayBuffer> | null): string => new TextDecoder().decode(bytes ?? undefined)
