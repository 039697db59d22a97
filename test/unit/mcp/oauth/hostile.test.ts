import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { makeAsker } from '../../../../src/mcp/oauth/asker.ts'
import { discover } from '../../../../src/mcp/oauth/discover.ts'
import type { Begun } from '../../../../src/mcp/oauth/sign-in.ts'
import { type AuthOptions, startAuthServer } from '../../../support/mcp-auth-server.ts'
import { type NotesOptions, startNotesServer } from '../../../support/mcp-notes-server.ts'
import { makePerson } from './harness.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Begins a sign-in; what was said, and which origins were let through on the way. */
async function begin(authOptions: AuthOptions, notesOptions: NotesOptions = {}, challenge = {}) {
  const auth = await startAuthServer(authOptions)
  const notes = await startNotesServer(auth, notesOptions)
  closing.push(auth.close, notes.close)
  const person = makePerson(notes.url)
  const said = await person.begin({}, challenge).then(
    (begun: Begun) => JSON.stringify(begun),
    (error: Error) => error.message,
  )
  return { said, person, auth, notes, strangers: person.origins.filter((o) => o !== auth.origin && o !== notes.origin) }
}
const json = (response: ServerResponse, text: string): true => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  return true
}

describe('metadata that is hostile is refused in words, and nobody else is asked', () => {
  const endpoint = (name: string, value: string): AuthOptions => ({ metadata: (own) => ({ ...own, [name]: value }) })
  it.each<[string, AuthOptions, RegExp]>([
    ['a page that is script', endpoint('authorization_endpoint', 'javascript:alert(1)'), /cannot be understood/],
    ['a page that is a file', endpoint('authorization_endpoint', 'file:///etc/passwd'), /must start with https:\/\//],
    ['plain http', endpoint('authorization_endpoint', 'http://auth.example/a'), /http:\/\/ is for this computer only/],
    [
      'a token endpoint elsewhere',
      endpoint('token_endpoint', 'https://evil.example/t'),
      /"?https:\/\/evil\.example\/t"? as its token endpoint, which is refused: it is neither there nor at/,
    ],
    [
      'a page elsewhere',
      endpoint('authorization_endpoint', 'https://bank.example/a'),
      /as its authorization endpoint, which is refused/,
    ],
    [
      'registration elsewhere',
      endpoint('registration_endpoint', 'https://evil.example/r'),
      /as its registration endpoint, which is refused/,
    ],
    [
      'revocation elsewhere',
      endpoint('revocation_endpoint', 'https://evil.example/r'),
      /as its revocation endpoint, which is refused/,
    ],
    [
      'a password in the address',
      endpoint('token_endpoint', 'https://a:b@auth.example/t'),
      /holds a user name or password/,
    ],
    ['another issuer', endpoint('issuer', 'https://bank.example'), /gives another name for itself/],
    [
      'no PKCE',
      { metadata: ({ code_challenge_methods_supported: _, ...own }) => own },
      /does not say that it supports PKCE/,
    ],
    ['no codes', { metadata: (own) => ({ ...own, response_types_supported: ['token'] }) }, /gives no codes/],
    ['nonsense', { metadata: () => 'nonsense' }, /cannot be understood/],
    ['a body of 10 MB', { metadata: (own) => ({ ...own, x: 'x'.repeat(10_000_000) }) }, /larger than 256 kB/],
    [
      'a redirect',
      { answer: (path, response) => path.startsWith('/.well-known/') && redirect(response) },
      /with a redirect, which is not followed/,
    ],
    ['out of order', { answer: (_path, response) => fail(response) }, /it answered 500/],
  ])('%s', async (_name, options, words) => {
    const { said, strangers, person } = await begin(options)
    expect(said).toMatch(words)
    expect(strangers).toEqual([])
    expect(person.record().pending).toBeNull()
  })
  const redirect = (response: ServerResponse): true => {
    response.writeHead(302, { location: 'http://192.168.0.1/admin' }).end()
    return true
  }
  const fail = (response: ServerResponse): true => {
    response.writeHead(500).end()
    return true
  }

  it.each<[string, NotesOptions, RegExp]>([
    [
      'another server',
      { resource: (own) => ({ ...own, resource: 'https://bank.example/mcp' }) },
      /says that its sign-in is for https:\/\/bank\.example\/mcp, which is another address/,
    ],
    [
      'a place that is no address',
      { resource: (own) => ({ ...own, authorization_servers: ['ftp://x/'] }) },
      /must start with https:\/\//,
    ],
    [
      'a place of the network in plain http',
      { resource: (own) => ({ ...own, authorization_servers: ['http://10.0.0.1/'] }) },
      /http:\/\/ is for this computer only/,
    ],
    ['nonsense', { resource: () => ({ authorization_servers: 7 }) }, /cannot be understood/],
  ])('the description of the sign-in names %s', async (_name, options, words) => {
    const { said, strangers } = await begin({}, options)
    expect(said).toMatch(words)
    expect(strangers).toEqual([])
  })
  it('the challenge names a description at another origin', async () => {
    const challenge = { resourceMetadataUrl: new URL('https://evil.example/.well-known/oauth-protected-resource') }
    const { said, strangers } = await begin({}, {}, challenge)
    expect(said).toMatch(/names https:\/\/evil\.example\/\S+ as the description of its sign-in, which is refused/)
    expect(strangers).toEqual([])
  })
  it('a server of the network must not lead to this computer', async () => {
    const asked: string[] = []
    const asker = makeAsker({
      fetchAt: () => async (input) => {
        asked.push(String(input))
        const body = { resource: 'https://mcp.example/mcp', authorization_servers: ['http://127.0.0.1:11434'] }
        return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
      },
    })
    await expect(discover(new URL('https://mcp.example/mcp'), {}, asker)).rejects.toThrow(
      'it is on this computer, and the server is not',
    )
    expect(asked).toEqual(['https://mcp.example/.well-known/oauth-protected-resource/mcp'])
  })
})

describe('tokens that are hostile', () => {
  it.each([
    [
      'of a kind that needs proofs',
      { access_token: 'a', token_type: 'DPoP' },
      /of a kind that cannot be used here: DPoP/,
    ],
    [
      'that would make another header',
      { access_token: 'a\r\nx: y', token_type: 'Bearer' },
      /characters that no token may hold/,
    ],
    ['that are none', { token_type: 'Bearer' }, /answered 200 when asked for a token, with something else/],
  ])('%s', async (_name, token, words) => {
    const { said, person } = await begin({
      answer: (path, response) => path === '/token' && json(response, JSON.stringify(token)),
    })
    const reply = await person.consent(JSON.parse(said) as Begun)
    await expect(person.finish(reply)).rejects.toThrow(words)
    expect(person.record().tokens).toBeNull()
  })
})

describe('servers of 2025-03-26, their own authority', () => {
  it('with metadata at their root', async () => {
    const auth = await startAuthServer()
    closing.push(auth.close)
    const person = makePerson(`${auth.origin}/mcp`)
    expect(await person.begin()).toMatchObject({ type: 'go', at: auth.origin })
  })
  it('without metadata: at fixed addresses', async () => {
    const auth = await startAuthServer({
      answer: (path, response) => {
        if (!path.startsWith('/.well-known/')) return false
        response.writeHead(404).end()
        return true
      },
    })
    closing.push(auth.close)
    const person = makePerson(`${auth.origin}/mcp`)
    await person.finish(await person.consent(await person.begin()))
    expect(person.record().tokens).not.toBeNull()
  })
  it('a server that wants a key only: it does not say how one signs in', async () => {
    const { said } = await begin({}, { resource: () => null, challenge: null })
    expect(said).toMatch(
      /wants a sign-in or a key, and does not say how one signs in.*Expose-Headers: WWW-Authenticate/,
    )
  })
})
