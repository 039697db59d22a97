import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pack, unpack } from '../../../src/sync/packing.ts'
import { makeVaultKey, openVault, type Place, SealBroken } from '../../../src/sync/vault.ts'
import { makeFakeObjectStore } from '../../support/fake-object-store.ts'

const signal = new AbortController().signal
const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words)
const said = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? undefined)
const slot = (n: number, log = 'session one'): Place => ({ kind: 'segment', log, slot: n })
const PLACES: Place[] = [
  { kind: 'header' },
  slot(0),
  slot(1),
  slot(0, 'session two'),
  { kind: 'stretch', log: 'session one', slot: 0, size: 64 },
  { kind: 'blob', sha: 'a'.repeat(64), log: 'session one' },
  { kind: 'blob', sha: 'a'.repeat(64) },
  { kind: 'note', device: 'a'.repeat(64) },
  { kind: 'late', log: 'session one', call: 'call', attempt: 1 },
  { kind: 'late', log: 'session one', call: 'call', attempt: 2 },
]
const broken = (opening: Promise<unknown>): Promise<boolean> =>
  opening.then(
    () => false,
    (error: unknown) => error instanceof SealBroken && !error.newer,
  )

describe('a vault', () => {
  test('opens at any place what was sealed there, with the same key on another device', async () => {
    const key = makeVaultKey()
    const [laptop, phone] = [await openVault(key), await openVault(key.slice())]
    for (const place of PLACES) {
      const words = `What stands at ${JSON.stringify(place)}. `.repeat(40)
      expect(said(await phone.open(place, await laptop.seal(place, text(words))))).toBe(words)
      expect(await phone.keyOf(place)).toBe(await laptop.keyOf(place))
    }
  })

  test('has a key of its own for each place, which says nothing, and slots sort as they count', async () => {
    const vault = await openVault(makeVaultKey())
    const keys = await Promise.all(PLACES.map(vault.keyOf))
    expect(new Set(keys).size).toBe(PLACES.length)
    for (const key of keys)
      expect(key).toMatch(
        /^[0-9a-f]{32}\/(v|s\/[0-9a-f]{32}\/\d{8}|x\/[0-9a-f]{32}\/\d{8}-\d+|b\/[0-9a-f]{32}\/[0-9a-f]{32}|(b|d)\/[0-9a-f]{32}|late\/[0-9a-f]{32}\/[0-9a-f]{32})$/,
      )
    for (const place of PLACES) {
      const prefix = await vault.prefixOf(place.kind, 'log' in place ? place.log : undefined)
      expect(place.kind === 'header' || (await vault.keyOf(place)).startsWith(prefix)).toBe(true)
    }
    const slots = await Promise.all([0, 9, 10, 99_999, 100_000].map((n) => vault.keyOf(slot(n))))
    expect(slots.toSorted()).toEqual(slots)
  })

  test('names of two vaults have nothing in common', async () => {
    const [one, two] = [await openVault(makeVaultKey()), await openVault(makeVaultKey())]
    const parts = (key: string): string[] => key.split('/').filter((part) => part.length === 32)
    const names = await Promise.all(PLACES.map(async (place) => parts(await one.keyOf(place))))
    for (const place of PLACES)
      for (const part of parts(await two.keyOf(place))) expect(names.flat()).not.toContain(part)
  })

  test('never seals the same twice alike, and lengths are one of few', async () => {
    const vault = await openVault(makeVaultKey())
    const [a, b] = [await vault.seal(slot(0), text('yes')), await vault.seal(slot(0), text('yes'))]
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(false)
    const lengths = new Set<number>()
    for (const size of [0, 1, 900, 971, 972, 3000, 15_000, 60_000, 70_000, 200_000]) {
      const noise = Uint8Array.from({ length: size }, () => Math.random() * 256)
      const sealed = await vault.seal(slot(0), noise)
      lengths.add(sealed.length)
      expect(Buffer.from(await vault.open(slot(0), sealed)).equals(noise)).toBe(true)
    }
    expect([...lengths].sort((x, y) => x - y)).toEqual([1024, 4096, 16_384, 65_536, 131_072, 262_144])
  })

  test('what is said often is small', async () => {
    const vault = await openVault(makeVaultKey())
    expect((await vault.seal(slot(0), text('{"type":"user-message"}'.repeat(2000)))).length).toBe(1024)
  })

  test('a key has 32 bytes', async () => {
    await expect(openVault(new Uint8Array(31))).rejects.toThrow(RangeError)
  })
})

describe('whoever owns the storage', () => {
  test('cannot flip one bit anywhere without being found out', async () => {
    const vault = await openVault(makeVaultKey())
    const sealed = await vault.seal(slot(3), text('pay 10 to Anna'))
    for (let at = 1; at < sealed.length; at++) {
      const changed = sealed.slice()
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      expect(await broken(vault.open(slot(3), changed)), `byte ${at}`).toBe(true)
    }
  })

  test('cannot cut it, lengthen it, empty it, or put something else there', async () => {
    const vault = await openVault(makeVaultKey())
    const sealed = await vault.seal(slot(3), text('pay 10 to Anna'))
    for (const length of [0, 1, 32, 33, 48, 49, 1023])
      expect(await broken(vault.open(slot(3), sealed.slice(0, length)))).toBe(true)
    expect(await broken(vault.open(slot(3), Uint8Array.from([...sealed, 0])))).toBe(true)
    expect(await broken(vault.open(slot(3), new Uint8Array(sealed.length)))).toBe(true)
    expect(await broken(vault.open(slot(3), Uint8Array.from([1, ...new Uint8Array(1023)])))).toBe(true)
  })

  test('cannot swap two objects, nor bring an old one back at a new place, through the storage', async () => {
    const vault = await openVault(makeVaultKey())
    const { connect, objects } = makeFakeObjectStore()
    const store = connect()
    for (const place of PLACES)
      await store.create(await vault.keyOf(place), await vault.seal(place, text('words')), signal)
    const keys = await Promise.all(PLACES.map(vault.keyOf))
    for (const from of keys)
      for (const [n, to] of keys.entries()) {
        if (from === to) continue
        const before = objects.get(to) as Uint8Array<ArrayBuffer>
        objects.set(to, objects.get(from) as Uint8Array<ArrayBuffer>)
        const got = (await store.get(to, signal)) as Uint8Array<ArrayBuffer>
        expect(await broken(vault.open(PLACES[n] as Place, got)), `${from} at ${to}`).toBe(true)
        objects.set(to, before)
      }
  })

  test('cannot bring objects of another vault in', async () => {
    const [ours, theirs] = [await openVault(makeVaultKey()), await openVault(makeVaultKey())]
    expect(await broken(ours.open(slot(0), await theirs.seal(slot(0), text('words'))))).toBe(true)
  })

  test('is told apart from a newer version of the app', async () => {
    const vault = await openVault(makeVaultKey())
    const sealed = await vault.seal(slot(0), text('words'))
    sealed[0] = 2
    await expect(vault.open(slot(0), sealed)).rejects.toMatchObject({ newer: true })
  })
})

describe('packing', () => {
  test('unpacks no further than it may', async () => {
    const bomb = await pack(new Uint8Array(10_000_000), 0)
    expect(bomb.length).toBeLessThanOrEqual(65_536)
    expect(await unpack(bomb, 1_000_000)).toBe(null)
    expect(await unpack(bomb, 9_999_999)).toBe(null)
    expect((await unpack(bomb, 10_000_000))?.length).toBe(10_000_000)
  })

  test('finds out what is no packing', async () => {
    const packed = await pack(text('words '.repeat(100)), 0)
    expect(said(await unpack(packed, 1000))).toBe('words '.repeat(100))
    expect(await unpack(packed.slice(0, 4), 1000)).toBe(null)
    expect(await unpack(packed.slice(0, 12), 1000)).toBe(null)
    expect(await unpack(Uint8Array.from([7, ...packed.slice(1)]), 1000)).toBe(null)
    expect(await unpack(Uint8Array.from([1, 0, 0, 0, 3, 1, 2, 3]), 1000)).toBe(null)
    const cut = gzipSync(text('words '.repeat(100))).subarray(0, 20)
    expect(await unpack(Uint8Array.from([1, 0, 0, 0, 20, ...cut]), 1000)).toBe(null)
  })
})
