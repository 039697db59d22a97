import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { forgetOldWheels, packagesOf, type WheelCache, wheelsOf } from '../../../../src/worker/ports/python-wheels.ts'

const lock = readFileSync(createRequire(import.meta.url).resolve('pyodide/pyodide-lock.json'), 'utf8')
const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const own = JSON.stringify({
  packages: {
    one: { name: 'one', version: '1', file_name: 'one-1.whl', sha256: sha('wheel one'), depends: ['two'] },
    two: { name: 'two', version: '2', file_name: 'two-2.whl', sha256: sha('wheel two'), depends: ['one'] },
  },
})

function cache(): NonNullable<WheelCache> & { entries: Map<string, Response> } {
  const entries = new Map<string, Response>()
  return {
    entries,
    match: async (url) => entries.get(String(url))?.clone(),
    put: async (url, response) => void entries.set(String(url), response),
    delete: async (url) => entries.delete(String(url)),
    keys: async () => [...entries.keys()].map((url) => ({ url }) as Request),
  }
}
const host = (files: Record<string, string>) => {
  const asked: string[] = []
  return {
    asked,
    get: async (fileName: string): Promise<Uint8Array<ArrayBuffer>> => {
      asked.push(fileName)
      const text = files[fileName]
      if (text === undefined) throw new Error('the host is away')
      return bytesOf(text)
    },
  }
}
const watch = (held: WheelCache) => ({ cache: held, signal: new AbortController().signal, progress: () => {} })

describe('packages by their names', () => {
  it('come with all that they need', () => {
    const names = packagesOf(lock, ['matplotlib', 'Pandas']).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['matplotlib', 'numpy', 'Pillow', 'pandas', 'python-dateutil', 'six']))
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(['nonpy', '../numpy', '__proto__', 'constructor', ''])('%j is refused in words', (name) => {
    expect(() => packagesOf(lock, [name])).toThrow(/no package/)
  })

  it('says what there is instead', () => {
    expect(() => packagesOf(lock, ['scikit'])).toThrow(/scikit-image, scikit-learn/)
  })
})

describe('wheels', () => {
  it('are fetched once, and are there offline then', async () => {
    const held = cache()
    const first = host({ 'one-1.whl': 'wheel one', 'two-2.whl': 'wheel two' })
    const packages = packagesOf(own, ['one'])
    const wheels = await wheelsOf(packages, first.get, watch(held))
    expect(first.asked).toEqual(['one-1.whl', 'two-2.whl'])
    const away = host({})
    expect(await wheelsOf(packages, away.get, watch(held))).toEqual(wheels)
    expect(away.asked).toEqual([])
  })

  it('with another hash are thrown away, and not kept', async () => {
    const held = cache()
    const evil = host({ 'one-1.whl': 'wheel one, and more', 'two-2.whl': 'wheel two' })
    await expect(wheelsOf(packagesOf(own, ['one']), evil.get, watch(held))).rejects.toThrow(/SHA-256 differs/)
    expect(held.entries.size).toBe(0)
  })

  it('that were damaged where they were kept are fetched again', async () => {
    const held = cache()
    const packages = packagesOf(own, ['one'])
    await wheelsOf(packages, host({ 'one-1.whl': 'wheel one', 'two-2.whl': 'wheel two' }).get, watch(held))
    for (const url of held.entries.keys()) held.entries.set(url, new Response('damaged'))
    const again = host({ 'one-1.whl': 'wheel one', 'two-2.whl': 'wheel two' })
    const wheels = await wheelsOf(packages, again.get, watch(held))
    expect(again.asked).toHaveLength(2)
    expect(wheels.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['wheel one', 'wheel two'])
  })

  it('are used although they cannot be kept, and where nothing can', async () => {
    const full = { ...cache(), put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    for (const held of [full, null]) {
      const files = host({ 'one-1.whl': 'wheel one', 'two-2.whl': 'wheel two' })
      expect(await wheelsOf(packagesOf(own, ['two']), files.get, watch(held))).toHaveLength(2)
    }
  })

  it('of an earlier list are forgotten', async () => {
    const held = cache()
    await wheelsOf(
      packagesOf(own, ['one']),
      host({ 'one-1.whl': 'wheel one', 'two-2.whl': 'wheel two' }).get,
      watch(held),
    )
    const next = own.replaceAll('two-2.whl', 'two-3.whl')
    await forgetOldWheels(held, next)
    expect([...held.entries.keys()]).toEqual(['https://python-packages.invalid/one-1.whl'])
  })
})
