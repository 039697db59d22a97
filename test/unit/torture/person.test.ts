import { describe, expect, it } from 'vitest'
import type { SessionNote } from '../../torture/page/session-views.ts'
import { makePerson } from '../../torture/person.ts'
import { makePlan, type Plan } from '../../torture/plan.ts'
import { makeRandom } from '../../torture/random.ts'

const made = makePlan(3, { server: 'http://127.0.0.1:1', kills: 2 })
const plan: Plan = {
  ...made,
  app: false,
  sessions: made.sessions.slice(0, 1).map((session) => ({ ...session, whims: [] })),
}
const [session] = plan.sessions
if (session === undefined) throw new Error('A plan without sessions')
const person = () => makePerson(plan, makeRandom(1), { say: () => {} })
const note = (changes: Partial<SessionNote>): SessionNote => ({
  status: { type: 'idle' },
  seq: 1,
  title: null,
  deleted: false,
  calls: [],
  queued: [],
  arrived: [],
  offers: { stop: false, retry: true, continue: true },
  run: 1,
  ...changes,
})
/** Acts until something is sent; an answer takes the person a moment. */
async function answerTo(changes: Partial<SessionNote>): Promise<unknown[]> {
  const one = person()
  one.act({}, 0, false)
  for (let n = 0; n < 50; n++) {
    const sent = one.act({ [session?.id ?? '']: note(changes) }, 0, false)
    if (sent.length > 0) return sent.map(({ command }) => (command.kind === 'input' ? command.input : command))
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return []
}

describe('the person', () => {
  it('creates a session before they speak in it, and says each message once, when its time has come', () => {
    const one = person()
    const kinds = one.act({}, 0, true).map(({ command }) => command.kind)
    expect(kinds[0]).toBe('create-session')
    const later = one.act({}, Number.POSITIVE_INFINITY, true)
    expect(one.act({}, Number.POSITIVE_INFINITY, true)).toEqual([])
    const messages = one.ledger.flatMap(({ messageId }) => messageId ?? [])
    expect(messages).toEqual(session.messages.map(({ id }) => id))
    expect(new Set(one.ledger.map(({ id }) => id)).size).toBe(one.ledger.length)
    expect(later.length).toBeGreaterThan(0)
  })

  it('has a last word before a page is left, so that a reload finds something that must be kept', () => {
    const one = person()
    expect(one.lastWord()).toBeNull()
    one.act({}, 0, true)
    const last = one.lastWord()
    expect(one.unacknowledged()).toContain(last)
  })

  it('keeps what they first heard of a command, and knows what they have not heard of', () => {
    const one = person()
    const [first] = one.act({}, 0, true)
    one.heard({ [first?.id ?? '']: 'committed' }, {})
    one.heard({ [first?.id ?? '']: 'known' }, {})
    expect(first?.outcome).toBe('committed')
    expect(one.unacknowledged()).not.toContain(first)
    expect(one.unacknowledged()).toHaveLength(one.ledger.length - 1)
  })

  it('a message that was acknowledged before another was sent must come before it', () => {
    const one = person()
    one.act({}, 0, true)
    one.heard(Object.fromEntries(one.ledger.map(({ id }) => [id, 'committed'])), {})
    const next = one.act({}, Number.POSITIVE_INFINITY, true).find(({ messageId }) => messageId !== null)
    expect(next?.after).toContain(session.messages[0]?.id)
  })

  it.each([
    [
      'decides what needs approval',
      { calls: [{ id: '1.0.0', name: 'x', status: 'pending' }] },
      'user-decide-tool-call',
    ],
    ['settles an unknown outcome', { calls: [{ id: '1.0.0', name: 'x', status: 'unknown' }] }, 'user-settle-tool-call'],
    ['answers a question', { calls: [{ id: '1.0.0', name: 'x', status: 'asking' }] }, 'user-settle-tool-call'],
    ['does not wait for a retry', { status: { type: 'retrying', at: 0 } }, 'user-retry'],
    ['brings a deleted session back', { deleted: true }, 'user-restore-session'],
  ] as const)('%s', async (_what, changes, type) => {
    expect(await answerTo(changes as unknown as Partial<SessionNote>)).toMatchObject([{ type }])
  })
})
