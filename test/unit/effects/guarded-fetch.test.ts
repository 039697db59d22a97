import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '../../../src/effects/guarded-fetch.ts'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { failureIn } from '../../../src/llm/failure.ts'
import { startMockProvider } from '../../support/mock-provider.ts'
import { collect, errorOf, last, requestOf } from '../llm/contract.ts'

const SECRET = 'sk-test-0123456789'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that writes down the requests it gets. */
async function listen(answer: (request: IncomingMessage) => [number, Record<string, string>] = () => [200, {}]) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    response.writeHead(...answer(request)).end('ok')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function guarded(bound: string, origins: string[] = [bound]) {
  return createGuardedFetch({
    secretFor: (origin) => (origin === bound ? { header: 'authorization', value: `Bearer ${SECRET}` } : null),
    allowed: (origin) => origins.includes(origin),
    fetch,
  })
}

const refused = (promise: Promise<Response>) => promise.then(() => null, failureIn)

describe('guarded fetch', () => {
  it('adds the secret for the origin it is bound to, and replaces what the caller put there', async () => {
    const { url, seen } = await listen()
    await guarded(url)(`${url}/v1/x`, {
      headers: { Authorization: 'Bearer placeholder', 'X-Api-Key': 'placeholder', 'x-keep': '1' },
    })
    expect(seen[0]?.headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-keep': '1' })
    expect(seen[0]?.headers).not.toHaveProperty('x-api-key')
  })
  it('sends no secret, and none of the caller, to another allowed origin', async () => {
    const mine = await listen()
    const other = await listen()
    const headers = { authorization: 'Bearer leaked', 'x-api-key': 'leaked', 'api-key': 'leaked', cookie: 'leaked' }
    await guarded(mine.url, [mine.url, other.url])(`${other.url}/`, { headers })
    expect(JSON.stringify(other.seen[0]?.headers)).not.toMatch(/leaked|sk-test/)
  })
  it('a redirect is an error: the key does not reach the next origin', async () => {
    const thief = await listen()
    const { url } = await listen(() => [307, { location: `${thief.url}/steal` }])
    await expect(guarded(url, [url, thief.url])(`${url}/`, { method: 'POST', body: '{}' })).rejects.toThrow()
    expect(thief.seen).toHaveLength(0)
  })
  it('refuses origins that are not allowed, before anything leaves', async () => {
    const { url, seen } = await listen()
    const error = await refused(guarded('https://api.example.com')(`${url}/path?token=abc`))
    expect(error).toMatchObject({ kind: 'bad-request', retryable: false })
    expect(error?.message).toContain(url)
    expect(error?.message).not.toContain('token')
    expect(seen).toHaveLength(0)
  })
  it.each([
    'http://api.example.com/v1',
    'ftp://localhost/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://127.0.0.1.example.com/',
  ])('refuses %s', async (url) => {
    const all = createGuardedFetch({
      secretFor: () => null,
      allowed: () => true,
      fetch: () => Promise.reject(new Error('left the house')),
    })
    expect(await refused(all(url))).toMatchObject({ kind: 'bad-request', retryable: false })
  })
  it('refuses a user name or password in the address', async () => {
    const { url } = await listen()
    expect(await refused(guarded(url)(url.replace('//', '//user:pass@')))).toMatchObject({ kind: 'bad-request' })
  })
  it('asks for no cookies, no referrer, no cache, whatever the caller wants', async () => {
    const inits: RequestInit[] = []
    const spy: typeof fetch = async (_, init) => {
      inits.push(init ?? {})
      return new Response('ok')
    }
    const call = createGuardedFetch({ secretFor: () => null, allowed: () => true, fetch: spy })
    const bad: RequestInit = {
      credentials: 'include',
      redirect: 'follow',
      referrerPolicy: 'unsafe-url',
      cache: 'force-cache',
    }
    await call('https://api.example.com/v1', bad)
    await call('http://localhost:11434/v1', bad)
    const good = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', cache: 'no-store' }
    expect(inits).toMatchObject([good, { ...good, targetAddressSpace: 'loopback' }])
    expect(inits[0]).not.toHaveProperty('targetAddressSpace')
  })
  it('a Request keeps its method, body and headers; its credentials are stripped too', async () => {
    const { url, seen } = await listen()
    const other = await listen()
    const request = new Request(`${other.url}/x`, {
      method: 'PUT',
      body: 'text',
      headers: { 'x-keep': '1', 'x-api-key': 'leaked' },
    })
    await guarded(url, [url, other.url])(request)
    expect(other.seen[0]?.method).toBe('PUT')
    expect(other.seen[0]?.headers).toMatchObject({ 'x-keep': '1' })
    expect(other.seen[0]?.headers).not.toHaveProperty('x-api-key')
    expect(seen).toHaveLength(0)
  })

  describe.each(['openai-compatible', 'anthropic'] as const)('under the %s adapter', (kind) => {
    const header = kind === 'anthropic' ? 'x-api-key' : 'authorization'
    const value = (key: string) => (kind === 'anthropic' ? key : `Bearer ${key}`)

    it('the right key gets an answer and a list of models; a wrong one is told as such', async () => {
      const mock = await startMockProvider({ apiKey: SECRET, models: ['m1', 'm2'] })
      const adapter = await loadAdapter(kind)
      const options = (key: string) => ({
        baseUrl: mock.baseUrl,
        fetch: createGuardedFetch({
          secretFor: (origin) => (origin === mock.url ? { header, value: value(key) } : null),
          allowed: (origin) => origin === mock.url,
          fetch,
        }),
      })
      const { signal } = new AbortController()
      expect(last(await collect(adapter.create(options(SECRET)), requestOf())).type).toBe('done')
      expect((await adapter.listModels?.(options(SECRET), signal))?.map(({ id }) => id)).toEqual(['m1', 'm2'])
      expect(errorOf(await collect(adapter.create(options('wrong')), requestOf()))).toMatchObject({
        kind: 'bad-key',
        status: 401,
      })
      await expect(adapter.listModels?.(options('wrong'), signal)).rejects.toMatchObject({ cause: { kind: 'bad-key' } })
      await mock.close()
    })
    it('an origin that is not allowed is an error of the answer, not an exception', async () => {
      const adapter = await loadAdapter(kind)
      const llm = adapter.create({ baseUrl: 'https://evil.example/v1', fetch: guarded('https://api.example.com') })
      const error = errorOf(await collect(llm, requestOf()))
      expect(error).toMatchObject({ kind: 'bad-request', retryable: false })
      expect(error.message).toContain('https://evil.example')
    })
  })
})

it('plain http goes into the network where that is said, and to no further place', async () => {
  const asked: string[] = []
  const ask = (url: string, plainInNetwork?: boolean) =>
    refused(
      createGuardedFetch({
        ...(plainInNetwork === undefined ? {} : { plainInNetwork }),
        secretFor: () => null,
        allowed: () => true,
        fetch: async (input) => {
          asked.push(String(input))
          return new Response('ok')
        },
      })(url),
    )
  expect(await ask('http://192.168.1.20:11434/v1', true)).toBe(null)
  expect(await ask('http://192.168.1.20:11434/v1')).toMatchObject({ kind: 'bad-request' })
  expect(await ask('http://api.example.com/v1', true)).toMatchObject({ kind: 'bad-request' })
  expect(asked).toEqual(['http://192.168.1.20:11434/v1'])
})
