import { afterEach, describe, expect, it } from 'vitest'
import { wantsSignIn } from '../../../../src/mcp/explain.ts'
import { CallUnanswered } from '../../../../src/mcp/failures.ts'
import { signOut } from '../../../../src/mcp/oauth/renew.ts'
import { type AuthOptions, startAuthServer } from '../../../support/mcp-auth-server.ts'
import { type NotesOptions, startNotesServer } from '../../../support/mcp-notes-server.ts'
import { HOME, makePerson } from './harness.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function world(authOptions: AuthOptions = {}, notesOptions: NotesOptions = {}) {
  const auth = await startAuthServer(authOptions)
  const notes = await startNotesServer(auth, notesOptions)
  closing.push(auth.close, notes.close)
  return { auth, notes, person: makePerson(notes.url) }
}
const signedIn = async (authOptions: AuthOptions = {}, notesOptions: NotesOptions = {}) => {
  const made = await world(authOptions, notesOptions)
  await made.person.finish(await made.person.consent(await made.person.begin()))
  return made
}
const options = { signal: new AbortController().signal, timeLimit: 10_000 }
const note = async (person: ReturnType<typeof makePerson>, text: string): Promise<void> => {
  const connection = await person.connect()
  await connection.callTool('note', { text }, options)
  await connection.close()
}

describe('signing in', () => {
  it('registers, asks the person with PKCE and the resource, and gets tokens that the server takes', async () => {
    const { auth, notes, person } = await world()
    const refused = await person.connect().catch((error: unknown) => error)
    expect(wantsSignIn(refused)).toBe('wanted')
    const begun = await person.begin()
    expect(begun).toMatchObject({ type: 'go', at: auth.origin })
    const address = new URL(begun.type === 'go' ? begun.address : '')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
      redirect_uri: HOME,
      resource: notes.url,
      state: 'id.state-1',
    })
    expect(auth.asked.find(({ path }) => path === '/register')?.fields).toMatchObject({
      client_name: 'Reflexor',
      redirect_uris: [HOME],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    })
    expect(await person.finish(await person.consent(begun))).toBe(auth.origin)
    await note(person, 'rivers')
    expect(notes.notes).toEqual(['rivers'])
    // no other origin was ever opened
    expect(new Set(person.origins)).toEqual(new Set([notes.origin, auth.origin]))
  })
  it('a reply that comes twice (a reload) is fine; one with another state, or of an older try, is refused', async () => {
    const { person } = await world()
    const old = await person.consent(await person.begin())
    const reply = await person.consent(await person.begin())
    await expect(person.finish(old)).rejects.toThrow('wasn’t started here, or was started again since')
    await expect(person.finish({ ...reply, state: 'id.state-3' })).rejects.toThrow('wasn’t started here')
    const first = await person.finish(reply)
    expect(await person.finish(reply)).toBe(first)
    expect(person.record().pending).toBeNull()
  })
  it('a reply of somebody else than was asked is refused before its words are read', async () => {
    const { person, auth } = await world()
    const reply = await person.consent(await person.begin())
    const tokens = (): number => auth.asked.filter(({ path }) => path === '/token').length
    for (const iss of ['https://evil.example', undefined]) {
      const begun = await person.begin()
      const given = { ...(await person.consent(begun)), iss, error: 'lies', error_description: 'Call 555' }
      await expect(person.finish(given)).rejects.toThrow(/^The response to this sign-in comes from a different server/)
    }
    expect([reply.iss, tokens()]).toEqual([auth.origin, 0])
  })
  it('the person says no: told so, and the next try is a fresh one', async () => {
    const { person, auth } = await world()
    const host = new URL(auth.origin).host
    await expect(person.finish(await person.consent(await person.begin(), 'Deny'))).rejects.toThrow(
      `${host} was not allowed to sign you in.`,
    )
    await person.finish(await person.consent(await person.begin()))
    expect(person.record().tokens).not.toBeNull()
  })
  it('an authority that registers nobody wants an id that the person types, which is kept', async () => {
    const { person, auth, notes } = await world({ registers: false })
    auth.clients.set('mine', [HOME])
    const begun = await person.begin()
    expect(begun).toMatchObject({ type: 'client-id-wanted', at: auth.origin })
    await person.finish(await person.consent(await person.begin({ clientId: 'mine' })))
    await note(person, 'typed')
    expect(notes.notes).toEqual(['typed'])
    await signOut(person.port)
    expect(await person.begin()).toMatchObject({ type: 'go' })
  })
  it('one whose registration is refused is told why', async () => {
    const { person } = await world({
      answer: (path, response) => {
        if (path !== '/register') return false
        response.writeHead(403, { 'content-type': 'application/json' })
        response.end('{"error":"access_denied","error_description":"Members only"}')
        return true
      },
    })
    expect(await person.begin()).toMatchObject({
      type: 'client-id-wanted',
      why: expect.stringContaining('Members only'),
    })
  })
  it('asks for the rights that the server names, and for more when it wants more', async () => {
    let granted = ''
    const { person, auth, notes } = await world(
      { metadata: (own) => ({ ...own, scopes_supported: ['read', 'write', 'offline_access'] }) },
      {
        resource: (own) => ({ ...own, scopes_supported: ['read'] }),
        wants: { scope: 'write', granted: () => granted },
      },
    )
    const scopeOf = async (): Promise<string> => {
      const begun = await person.begin()
      granted = begun.type === 'go' ? (new URL(begun.address).searchParams.get('scope') ?? '') : ''
      await person.finish(await person.consent(begun))
      return granted
    }
    expect(await scopeOf()).toBe('read offline_access')
    const refused = await note(person, 'more').catch((error: unknown) => error)
    expect(String(refused)).toContain('needs more rights for this (write). Sign in again in Settings > MCP')
    expect(wantsSignIn(refused)).toBe('again')
    // the server has refused: nobody has to wonder whether it acted
    expect(refused).not.toBeInstanceOf(CallUnanswered)
    expect(await scopeOf()).toBe('read offline_access write')
    await note(person, 'more')
    expect(notes.notes).toEqual(['more'])
    expect(auth.asked.filter(({ path }) => path === '/register').length).toBe(1)
  })
  it('a call that is refused while the authority is away was not carried out, and says so', async () => {
    const { auth, notes, person } = await signedIn()
    const connection = await person.connect()
    const { tokens } = person.record()
    if (tokens === null) throw new Error('not signed in')
    person.change({ tokens: { ...tokens, access: 'revoked' } })
    await auth.close()
    const refused = await connection.callTool('note', { text: 'lost' }, options).catch((error: unknown) => error)
    expect(String(refused)).toContain(new URL(auth.origin).host)
    expect(refused).not.toBeInstanceOf(CallUnanswered)
    expect(notes.notes).toEqual([])
    await connection.close()
  })
  it('gives a server no room that asks for ever more rights', async () => {
    const wants = { scope: '', granted: () => '' }
    const { person } = await world({}, { wants })
    await person.finish(await person.consent(await person.begin()))
    for (let n = 0; n < 8; n++) {
      wants.scope = `${n}-${'r'.repeat(1000)}`
      await expect(note(person, 'more')).rejects.toThrow('needs more rights')
    }
    const begun = await person.begin()
    const asked = begun.type === 'go' ? (new URL(begun.address).searchParams.get('scope') ?? '') : ''
    expect(asked).toContain('0-r')
    expect(asked.length).toBeLessThan(4100)
  })
})

describe('a registration', () => {
  const registrations = (auth: { asked: { path: string }[] }): number =>
    auth.asked.filter(({ path }) => path === '/register').length
  it('is used again once it has worked, and made anew when its sign-in never came back', async () => {
    const { auth, person } = await signedIn()
    const begun = await person.begin()
    expect([registrations(auth), JSON.stringify(begun)]).toEqual([1, expect.stringContaining('client-1')])
    // the authority has lost it: its page says so, and nobody comes back
    expect(JSON.stringify(await person.begin())).toContain('client-2')
  })
  it('that is refused together with the code is not used for the next try, which would end the same way', async () => {
    let lost = false
    const { auth, person } = await signedIn({
      answer: (path, response) => {
        if (!lost || path !== '/token') return false
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
        lost = false
        return true
      },
    })
    lost = true
    await expect(person.finish(await person.consent(await person.begin()))).rejects.toThrow('does not take the code')
    await person.finish(await person.consent(await person.begin()))
    expect(registrations(auth)).toBe(2)
    await note(person, 'one')
  })
  it('that the authority knows no more ends the sign-in, and the next one makes another', async () => {
    let lost = false
    const { auth, person } = await signedIn({
      answer: (path, response) => {
        if (!lost || path !== '/token') return false
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
        lost = false
        return true
      },
    })
    lost = true
    auth.expireTokens()
    expect(wantsSignIn(await note(person, 'one').catch((error: unknown) => error))).toBe('again')
    await person.finish(await person.consent(await person.begin()))
    await note(person, 'two')
    expect(registrations(auth)).toBe(2)
  })
})

describe('tokens', () => {
  it('that are over are renewed without the person; many requests at once renew them once', async () => {
    const { auth, notes, person } = await signedIn()
    const before = person.record().tokens?.access
    auth.expireTokens()
    const connections = await Promise.all([person.connect(), person.connect(), person.connect()])
    await Promise.all(connections.map((connection, n) => connection.callTool('note', { text: String(n) }, options)))
    expect([...notes.notes].sort()).toEqual(['0', '1', '2'])
    expect(auth.asked.filter(({ fields }) => fields['grant_type'] === 'refresh_token').length).toBe(1)
    expect(person.record().tokens?.access).not.toBe(before)
    await Promise.all(connections.map((connection) => connection.close()))
  })
  it('that say when they are over are renewed before they are refused', async () => {
    const { auth, person } = await signedIn({ lasts: 5 })
    await note(person, 'early')
    expect(auth.asked.filter(({ fields }) => fields['grant_type'] === 'refresh_token').length).toBeGreaterThan(0)
    expect(auth.asked.at(-1)?.fields).toMatchObject({ resource: expect.stringMatching(/\/mcp$/) })
  })
  it('that cannot be renewed are forgotten: the person has to sign in again, which the model can read', async () => {
    const { auth, person } = await signedIn()
    auth.revokeAll()
    const refused = await note(person, 'gone').catch((error: unknown) => error)
    expect(String(refused)).toMatch(/The sign-in at 127\.0\.0\.1:\d+ has ended\. Sign in again in Settings > MCP/)
    expect(wantsSignIn(refused)).toBe('again')
    expect(person.record()).toMatchObject({ tokens: null, ended: true })
    // and so it stays, without asking the authority each time
    const asked = auth.asked.length
    expect(wantsSignIn(await person.connect().catch((error: unknown) => error))).toBe('again')
    expect(auth.asked.length).toBe(asked)
    await person.finish(await person.consent(await person.begin()))
    await note(person, 'back')
  })
  it('stay when the authority is only out of order', async () => {
    let down = false
    const { auth, person, notes } = await signedIn({
      answer: (path, response) => {
        if (!down || path !== '/token') return false
        response.writeHead(503).end('busy')
        return true
      },
    })
    down = true
    auth.expireTokens()
    await expect(note(person, 'one')).rejects.toThrow(/answered 503 when asked for a token\. Try again later/)
    expect(person.record().tokens).not.toBeNull()
    down = false
    await note(person, 'two')
    expect(notes.notes).toEqual(['two'])
  })
  it.each([
    ['a check for robots', 403, '<html>Are you a human?</html>'],
    ['a gateway before it', 403, '{"error":"Forbidden"}'],
    ['a redeploy', 404, '{"error":"Not Found"}'],
    ['a slow network', 408, ''],
    ['a replayed handshake', 425, ''],
    ['a proxy before it', 400, '<html>400 Bad Request</html>'],
    ['an authority that says so', 400, '{"error":"temporarily_unavailable"}'],
    ['an authority with a fault', 400, '{"error":"server_error"}'],
  ])('stay when they cannot be renewed for a while: %s (%i)', async (_why, status, body) => {
    let passing = false
    const { auth, person, notes } = await signedIn({
      answer: (path, response) => {
        if (!passing || path !== '/token') return false
        response.writeHead(status).end(body)
        return true
      },
    })
    passing = true
    auth.expireTokens()
    await expect(note(person, 'one')).rejects.toThrow(`answered ${status} when asked for a token. Try again later`)
    // nor is a new sign-in lost: the same reply is good once it is over
    const reply = await person.consent(await person.begin())
    await expect(person.finish(reply)).rejects.toThrow('Try again later')
    passing = false
    await note(person, 'two')
    await person.finish(reply)
    expect(notes.notes).toEqual(['two'])
  })
  it('that are refused with 403, as some authorities do, are forgotten all the same', async () => {
    let over = false
    const { auth, person } = await signedIn({
      answer: (path, response) => {
        if (!over || path !== '/token') return false
        response.writeHead(403).end('{"error":"invalid_grant","error_description":"Unknown or invalid refresh token."}')
        return true
      },
    })
    over = true
    auth.expireTokens()
    expect(wantsSignIn(await note(person, 'one').catch((error: unknown) => error))).toBe('again')
    expect(person.record()).toMatchObject({ tokens: null, ended: true })
  })
  it('that cannot be stored are no fault of the authority', async () => {
    const { auth, person } = await signedIn()
    auth.expireTokens()
    person.port.write = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))
    await expect(note(person, 'one')).rejects.toThrow('The disk is full.')
  })
  it('are gone after a sign-out, and the authority is told', async () => {
    const { auth, person } = await signedIn()
    const refresh = person.record().tokens?.refresh
    await signOut(person.port)
    expect(JSON.stringify(person.record())).not.toMatch(/access-|refresh-/)
    expect(auth.revoked).toEqual([refresh])
    expect(wantsSignIn(await person.connect().catch((error: unknown) => error))).toBe('wanted')
  })
})
