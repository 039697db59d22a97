import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/agent/message.ts'
import { FEW } from '../../../src/effects/opened-addresses.ts'
import { type PreparedCall, prepareCalls } from '../../../src/effects/prepare-calls.ts'
import { learn, nothingLearnt, type Provenance } from '../../../src/effects/provenance.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import { plain, Session } from '../agent/session.ts'
import { CONFIG, TOOLS } from '../agent/world/settings.ts'

/** A page of an allowed site lists links, and which of them are opened tells its site a secret, a nibble each. */

const ORIGIN = 'origin:https://a.example'
const LINKS = 'links:https://a.example'
const LIST = Array.from({ length: 16 }, (_, n) => `https://a.example/${n}`)
const allowed = { repeat: 'pure', approval: 'allow', sequential: false } as const
const session = (grants = [ORIGIN]) =>
  new Session({
    grants,
    limits: { ...CONFIG.limits, maxTurns: 100, maxSameCall: null },
    tools: { ...TOOLS, ...Object.fromEntries(ALL_TOOLS.map(({ name }) => [name, allowed])) },
  })
const learnt = (messages: readonly Message[]): Provenance => {
  const provenance = nothingLearnt()
  for (const row of messages) learn(provenance, row)
  return provenance
}
const prepared = (s: Session, urls: readonly string[]): Promise<PreparedCall[]> =>
  prepareCalls(
    urls.map((url) => ({ providerId: 'c', name: 'fetch_page', args: JSON.stringify({ url }) })),
    { tools: ALL_TOOLS, provenance: async () => learnt(s.state.messages) },
  )
/** One answer that opens these. Gives the statuses of its calls. */
const opens = async (s: Session, ...urls: string[]): Promise<string[]> => {
  s.answer('', await prepared(s, urls))
  return s.calls.slice(-urls.length).map(({ status }) => status)
}
const open = async (s: Session, url: string): Promise<string> => {
  const [status = ''] = await opens(s, url)
  if (status === 'ready') s.respond('x')
  return status
}
const typed = (s: Session, text: string): Session =>
  s.put({ type: 'user-send-message', messageId: text, content: plain(text), delivery: 'steer', partials: {} })
/** The page with the links was opened, and then a file was read. */
const listed = async (s = session()): Promise<Session> => {
  await opens(typed(s, 'Read https://a.example/start'), 'https://a.example/start')
  s.respond(LIST.join('\n'))
  return s.answer('', ['read_file']).respond('SECRET')
}
const decide = (s: Session, decision: 'approve' | 'deny', scope: 'once' | 'session' | 'always') =>
  s.put({ type: 'user-decide-tool-call', toolCallId: s.calls.at(-1)?.id ?? '', decision, scope })

describe('a secret was told by which links of an allowed page were opened, 32 requests without a question', () => {
  it('after a few, the next one asks, with the count and the list', async () => {
    const s = await listed()
    for (const url of LIST.slice(0, FEW)) expect(await open(s, url)).toBe('ready')
    expect(await open(s, LIST[9] ?? '')).toBe('pending')
    expect(s.calls.at(-1)).toMatchObject({
      grant: LINKS,
      opens: { count: FEW + 1, list: [...LIST.slice(0, FEW), LIST[9]] },
    })
  })
  it('one link opened again and again counts, as does another way to write it', async () => {
    const s = await listed()
    const ways = ['https://a.example/1', 'https://a.example/1#a', 'https://a.example/1/', 'https://a.example/1']
    const statuses = []
    for (const url of ways) statuses.push(await open(s, url))
    expect(statuses).toEqual(['ready', 'ready', 'ready', 'pending'])
  })
  it('so do many calls of one answer, of which none has run', async () => {
    const s = await listed()
    expect((await opens(s, ...LIST)).map((status) => status === 'pending')).toEqual(LIST.map((_, n) => n >= FEW))
  })
  it('so do addresses that a command line reads', async () => {
    const s = await listed()
    const curl = async (url: string): Promise<string> => {
      const call = { providerId: 'c', name: 'run_shell', args: JSON.stringify({ command: `curl -s ${url}` }) }
      const [ready] = await prepareCalls([call], { tools: ALL_TOOLS, provenance: async () => learnt(s.state.messages) })
      s.answer('', [ready as PreparedCall])
      const status = s.calls.at(-1)?.status ?? ''
      if (status === 'ready') s.respond('x')
      return status
    }
    const statuses = []
    for (const url of LIST.slice(0, FEW)) statuses.push(await curl(url))
    expect([...statuses, await curl(LIST[9] ?? '')]).toEqual(['ready', 'ready', 'ready', 'pending'])
    decide(s, 'deny', 'once')
    // however they are read, they are counted together
    expect(await open(s, LIST[8] ?? '')).toBe('pending')
  })
  it('so do pages that a search found', async () => {
    const s = typed(session(), 'go')
    const rows = LIST.map((url) => ['T', url, 'e'])
    const details = { shape: 'table' as const, columns: ['Title', 'Address', 'Extract'], rows }
    s.answer('', [{ name: 'search_web', args: '{"query":"x"}' }]).respond(LIST.join('\n'), { details })
    s.answer('', ['read_file']).respond('SECRET')
    for (const url of LIST.slice(0, FEW)) await open(s, url)
    expect(await open(s, LIST[7] ?? '')).toBe('pending')
  })
  it('so do links in a text that the person pasted', async () => {
    const s = typed(session(), `${'A letter. '.repeat(60)}${LIST.join('\n')}`)
    for (const url of LIST.slice(0, FEW)) await open(s, url)
    expect(await open(s, LIST[7] ?? '')).toBe('pending')
  })
})

describe('it stays bearable', () => {
  it('nothing is counted before private material was read, nor against another site', async () => {
    const s = session([ORIGIN, 'origin:https://b.example'])
    await opens(typed(s, 'Read https://a.example/start'), 'https://a.example/start')
    s.respond([...LIST, 'https://b.example/1'].join('\n'))
    for (const url of LIST) expect(await open(s, url)).toBe('ready')
    s.answer('', ['read_file']).respond('SECRET')
    for (const url of LIST.slice(0, FEW)) expect(await open(s, url)).toBe('ready')
    expect(await open(s, 'https://b.example/1')).toBe('ready')
  })
  it('it is asked once for a session, and then no more; and never beyond the session', async () => {
    const s = await listed()
    for (const url of LIST.slice(0, FEW)) await open(s, url)
    await open(s, LIST[4] ?? '')
    decide(s, 'approve', 'session').respond('x')
    expect(s.state.config.grants).toEqual([ORIGIN, LINKS])
    for (const url of LIST.slice(5)) expect(await open(s, url)).toBe('ready')
  })
  it('approved once, the next one asks again; denied, it is not counted', async () => {
    const s = await listed()
    for (const url of LIST.slice(0, FEW)) await open(s, url)
    await open(s, LIST[4] ?? '')
    decide(s, 'approve', 'once').respond('x')
    expect(await open(s, LIST[5] ?? '')).toBe('pending')
    expect(s.calls.at(-1)?.opens?.count).toBe(FEW + 2)
    decide(s, 'deny', 'once')
    await open(s, LIST[6] ?? '')
    expect(s.calls.at(-1)?.opens?.count).toBe(FEW + 2)
  })
  it('addresses that the person typed are each opened once without a question', async () => {
    const s = typed(session(), `My PIN is 4821. Read ${LIST.slice(0, 12).join(' ')}`)
    for (const url of LIST.slice(0, 12)) expect(await open(s, url)).toBe('ready')
    for (const url of LIST.slice(0, FEW)) expect(await open(s, url)).toBe('ready')
    expect(await open(s, LIST[0] ?? '')).toBe('pending')
  })
  it('a site that was allowed for one call alone is allowed with the word for its links', async () => {
    const s = session([])
    typed(s, 'My PIN is 4821')
    const [call] = await prepared(s, LIST.slice(0, 1))
    s.answer('', [{ ...call, sends: undefined, grant: LINKS, name: 'fetch_page' }])
    decide(s, 'approve', 'session')
    expect(s.state.config.grants).toEqual([LINKS, ORIGIN])
  })
  it('the word for links is none for a site that was taken back', () => {
    const s = session([LINKS])
      .send('u')
      .answer('', [{ name: 'fetch_page', grant: LINKS }])
    expect(s.calls.at(-1)?.status).toBe('pending')
  })
})

it('law: however the links are opened, no more than a few requests to one origin leave unasked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(15), { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      async (answers) => {
        const s = await listed()
        let unasked = 0
        for (const links of answers) {
          unasked += (await opens(s, ...links.map((n) => LIST[n] ?? ''))).filter((status) => status === 'ready').length
          for (const { id, status } of [...s.calls])
            if (status === 'pending')
              s.put({ type: 'user-decide-tool-call', toolCallId: id, decision: 'deny', scope: 'once' })
          while (s.calls.some(({ status }) => status === 'ready')) s.respond('x')
        }
        expect(unasked).toBeLessThanOrEqual(FEW)
      },
    ),
    { numRuns: 30 },
  )
})
