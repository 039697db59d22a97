import { describe, expect, it } from 'vitest'
import { beginGeneration, type FileCache } from '../../../src/pwa/generations.ts'

const RECORD = 'https://app.test/files-of-this-version'
const url = (name: string): string => `https://app.test/${name}`

/** A cache of the browser, as far as it is used here. */
function memoryCache(...names: string[]) {
  const held = new Map<string, Response>(names.map((name) => [url(name), new Response(name)]))
  const keyOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request))
  const cache: FileCache = {
    match: async (request) => held.get(keyOf(request))?.clone(),
    put: async (request, response) => void held.set(keyOf(request), response),
    delete: async (request) => held.delete(keyOf(request)),
    keys: async () => [...held.keys()].map((key) => new Request(key)),
  }
  const install = (...files: string[]): void => {
    for (const name of files) held.set(url(name), new Response(name))
  }
  const begin = (...files: string[]): Promise<void> => {
    install(...files)
    return beginGeneration(cache, RECORD, files.map(url))
  }
  const files = (): string[] => [...held.keys()].filter((key) => key !== RECORD).map((key) => key.slice(url('').length))
  return { cache, install, begin, files }
}

describe('a version that takes over', () => {
  it('keeps the files of the one before it, for tabs that still run it, and lets older ones go', async () => {
    const { begin, files } = memoryCache()
    await begin('a1', 'same')
    await begin('a2', 'same')
    expect(files().sort()).toEqual(['a1', 'a2', 'same'])
    await begin('a3', 'same')
    expect(files().sort()).toEqual(['a2', 'a3', 'same'])
  })

  it('keeps all there is when the version before it kept no record', async () => {
    const { begin, files } = memoryCache('old', 'older')
    await begin('new')
    expect(files().sort()).toEqual(['new', 'old', 'older'])
    await begin('newest')
    expect(files().sort()).toEqual(['new', 'newest'])
  })

  it('goes back to a version that was there before', async () => {
    const { begin, files } = memoryCache()
    await begin('a1')
    await begin('a2')
    await begin('a1')
    expect(files().sort()).toEqual(['a1', 'a2'])
  })

  it('interrupted while it deletes: nothing that is needed is lost, and the next one finishes', async () => {
    const { cache, install, begin, files } = memoryCache()
    await begin('a1')
    await begin('a2')
    install('a3')
    const dying: FileCache = { ...cache, delete: () => Promise.reject(new Error('ended')) }
    await expect(beginGeneration(dying, RECORD, [url('a3')])).rejects.toThrow('ended')
    expect(files().sort()).toEqual(['a1', 'a2', 'a3'])
    await begin('a4')
    expect(files().sort()).toEqual(['a3', 'a4'])
  })

  it('a record that cannot be read: says so once, and old files do not stay for ever', async () => {
    const { cache, begin, files } = memoryCache()
    await begin('a1')
    await cache.put(RECORD, new Response('{"a'))
    await expect(begin('a2')).rejects.toThrow()
    await begin('a3')
    expect(files().sort()).toEqual(['a2', 'a3'])
  })
})
