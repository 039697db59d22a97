import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginSignIn, exchangeCode } from '../../../src/llm/openrouter-sign-in.ts'
import { type KeyServer, startKeyServer } from '../../support/openrouter-server.ts'

let server: KeyServer
beforeAll(async () => {
  server = await startKeyServer()
})
afterAll(() => server.close())

/** Allows it, as a person does, and gives what comes back. */
async function allow(address: string): Promise<URL> {
  const html = await (await fetch(address)).text()
  return new URL((/href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&'))
}

it('a code is exchanged for a key by whoever holds the verifier, once', async () => {
  const begun = await beginSignIn(server.baseUrl, 'https://app.example/reflexor/')
  expect(begun.address).not.toContain(begun.verifier)
  expect(begun.verifier).toMatch(/^[\w-]{43}$/)
  const back = await allow(begun.address)
  expect(back.origin + back.pathname).toBe('https://app.example/reflexor/')
  expect(back.searchParams.get('state')).toBe(begun.state)
  const code = back.searchParams.get('code') ?? ''
  expect(await exchangeCode(server.baseUrl, { code, verifier: begun.verifier }, fetch)).toEqual({
    key: expect.stringMatching(/^sk-or-v1-/),
  })
  const again = await exchangeCode(server.baseUrl, { code, verifier: begun.verifier }, fetch)
  expect(again).toMatchObject({ used: true, problem: expect.stringContaining('does not take the code (403)') })
})

it('another verifier gets no key; two sign-ins share nothing', async () => {
  const [one, two] = [
    await beginSignIn(server.baseUrl, 'https://a.example/'),
    await beginSignIn(server.baseUrl, 'https://a.example/'),
  ]
  expect(one.state).not.toBe(two.state)
  const code = (await allow(one.address)).searchParams.get('code') ?? ''
  expect(await exchangeCode(server.baseUrl, { code, verifier: two.verifier }, fetch)).toMatchObject({ used: true })
})

it('what may pass keeps the code good; no message holds the code or the verifier', async () => {
  const begun = await beginSignIn(server.baseUrl, 'https://a.example/')
  const secrets = { code: (await allow(begun.address)).searchParams.get('code') ?? '', verifier: begun.verifier }
  server.failOnce(503)
  const busy = await exchangeCode(server.baseUrl, secrets, fetch)
  const gone = await exchangeCode('http://127.0.0.1:9/api/v1', secrets, fetch)
  for (const outcome of [busy, gone]) {
    expect(outcome).toMatchObject({ used: false })
    for (const secret of Object.values(secrets)) expect(JSON.stringify(outcome)).not.toContain(secret)
  }
  expect(await exchangeCode(server.baseUrl, secrets, fetch)).toHaveProperty('key')
})

it.each(['{}', 'no json', '{"key":""}', '{"key":"two words here"}', '{"key":7}', '[]', 'null'])(
  '%s is no key',
  async (body) => {
    const answer = async (): Promise<Response> => new Response(body)
    expect(await exchangeCode('https://openrouter.ai/api/v1', { code: 'c', verifier: 'v' }, answer)).toMatchObject({
      used: true,
    })
  },
)
