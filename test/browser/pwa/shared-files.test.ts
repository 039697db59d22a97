import { afterEach, expect, it, vi } from 'vitest'
import { receiveShared, sharedFiles } from '../../../src/pwa/shared-files.ts'

/** Any page can post such a form: what it brings is hostile. Caches are the browser's own. */
const scope = 'https://app.example/below/'
const NOW = 1_800_000_000_000
const posted = (parts: [string, string | File][]): Request => {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return new Request(`${scope}share`, { method: 'POST', body })
}
const file = (name: string, size = 3, type = 'text/plain'): [string, File] => [
  'files',
  new File([new Uint8Array(size)], name, { type }),
]
const waiting = async (): Promise<[string, number | string][]> =>
  Promise.all(
    (await sharedFiles(scope)).map(
      async ({ name, left, bytes }): Promise<[string, number | string]> => [name, left ?? (await bytes()).size],
    ),
  )
/** Where the answer leads; a redirect's address is not readable in pages. */
const leadsTo = async (request: Request): Promise<URL> => {
  const redirect = vi.spyOn(Response, 'redirect')
  await receiveShared(request, scope, NOW)
  const [to, status] = redirect.mock.calls[0] ?? []
  expect(status).toBe(303)
  return new URL(String(to))
}

afterEach(async () => {
  vi.restoreAllMocks()
  await caches.delete(`shared-${scope}`)
})

it('words and files arrive apart: words in the address, files in a cache, in their order', async () => {
  const to = await leadsTo(
    posted([
      ['title', 'T'],
      ['text', 'a & b'],
      ['url', 'https://x.example/?q=1'],
      file('b.txt'),
      file('a.png', 9, 'image/png'),
    ]),
  )
  expect(to.origin + to.pathname + to.hash).toBe('https://app.example/below/#/')
  expect(Object.fromEntries(to.searchParams)).toEqual({ title: 'T', text: 'a & b', url: 'https://x.example/?q=1' })
  const shared = await sharedFiles(scope)
  const arrived = await Promise.all(shared.map(({ bytes }) => bytes()))
  expect(arrived.map(({ name, type, size }) => [name, type, size])).toEqual([
    ['b.txt', 'text/plain', 3],
    ['a.png', 'image/png', 9],
  ])
  await shared[0]?.forget()
  expect(await waiting()).toEqual([['a.png', 9]])
})

it('a second share stands behind the first one, which is not taken yet', async () => {
  await receiveShared(posted([file('one.txt')]), scope, NOW)
  await receiveShared(posted([file('two.txt')]), scope, NOW + 1000)
  expect(await waiting()).toEqual([
    ['one.txt', 3],
    ['two.txt', 3],
  ])
})

it('more files than go with one message, and words without end, are bounded; which files were too many is told, also over several shares', async () => {
  const to = await leadsTo(
    posted([['text', 'x'.repeat(3_000_000)], ...Array.from({ length: 500 }, (_, n) => file(`${n}.txt`))]),
  )
  expect(to.searchParams.get('text')).toHaveLength(20_000)
  const [names, why] = (await waiting())[20] ?? ['']
  expect(why).toBe('number')
  expect(names).toMatch(/^20\.txt, 21\.txt, 22\.txt, .*…$/)
  expect(names.length).toBeLessThanOrEqual(1001)
  expect(await waiting()).toHaveLength(21)
  await caches.delete(`shared-${scope}`)

  await receiveShared(posted(Array.from({ length: 21 }, (_, n) => file(`${n}.txt`))), scope, NOW)
  await receiveShared(posted([file('late.txt')]), scope, NOW + 1000)
  expect((await waiting()).slice(19)).toEqual([
    ['19.txt', 3],
    ['20.txt, late.txt', 'number'],
  ])
})

it('what is too large is not kept, and its name is, so that its person is told', async () => {
  await receiveShared(posted([file('small.txt'), file('film.txt', 200_000_001), file('also small.txt')]), scope, NOW)
  expect(await waiting()).toEqual([
    ['small.txt', 3],
    ['film.txt', 'size'],
    ['also small.txt', 3],
  ])
})

it('a full disk loses the bytes and not the word of it', async () => {
  const put = Cache.prototype.put
  vi.spyOn(Cache.prototype, 'put').mockImplementation(function (this: Cache, key, response) {
    return response.headers.has('content-type')
      ? Promise.reject(new DOMException('', 'QuotaExceededError'))
      : put.call(this, key, response)
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await receiveShared(posted([file('a.txt')]), scope, NOW)
  expect(await waiting()).toEqual([['a.txt', 'room']])
})

it('names are bounded, and any sign may stand in them', async () => {
  const odd = `${'长'.repeat(150)}${'👩‍🚀'.repeat(60)}\u202e/..\\:%41.txt`
  await receiveShared(posted([file(odd)]), scope, NOW)
  const [[name] = ['']] = await waiting()
  expect(name.length).toBeLessThanOrEqual(200)
  expect(name.isWellFormed()).toBe(true)
  expect(name.endsWith('%41.txt')).toBe(true)
})

it('what nobody took for a day goes with the next share; a clock that went back does not keep it for ever', async () => {
  await receiveShared(posted([file('old.txt')]), scope, NOW - 25 * 3600_000)
  await receiveShared(posted([file('ahead.txt')]), scope, NOW + 25 * 3600_000)
  await receiveShared(posted([file('new.txt')]), scope, NOW)
  expect(await waiting()).toEqual([['new.txt', 3]])
})

it('a body that is no form leads to the start page with nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const to = await leadsTo(
    new Request(`${scope}share`, { method: 'POST', body: 'no form', headers: { 'content-type': 'text/plain' } }),
  )
  expect(to.href).toBe('https://app.example/below/#/')
  expect(await waiting()).toEqual([])
})

it('fields named files that hold words are no files', async () => {
  await receiveShared(posted([['files', 'words']]), scope, NOW)
  expect(await waiting()).toEqual([])
})
