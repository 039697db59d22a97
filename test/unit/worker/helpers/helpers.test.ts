import { describe, expect, it } from 'vitest'
import type { Head, OpenCall } from '../../../../src/agent/head.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import { type HelpersPorts, makeHelpers } from '../../../../src/worker/helpers/helpers.ts'

const openCall = (id: string): OpenCall => ({
  id,
  name: 'delegate',
  status: 'waiting',
  attempt: 1,
  turnAt: null,
  until: null,
})
const headOf = (sessionId: string, changes: Partial<Head> = {}): Head => ({
  ...initiate(sessionId).head,
  seq: 5,
  ...changes,
})
const parentOf = (sessionId: string, calls: string[], changes: Partial<Head> = {}): Head =>
  headOf(sessionId, {
    unsettled: calls.length === 0 ? [] : [{ n: 1, cut: 2, sequential: false, calls: calls.map(openCall) }],
    ...changes,
  })
const helperOf = (sessionId: string, session: string, call: string, changes: Partial<Head> = {}): Head =>
  headOf(sessionId, { parent: { session, call, depth: 1 }, ...changes })
const AT_WORK: Partial<Head> = { unseen: { cut: 4, user: true, now: false }, turnsLeft: 3 }

/** A disk of heads, and a record of what is dispatched. */
function world(heads: Head[], isHere: (id: string) => boolean = () => true) {
  const disk = new Map(heads.map((head) => [head.sessionId, head]))
  const sent: string[] = []
  const started: string[] = []
  const below = (id: string): string[] =>
    [...disk.values()].flatMap(({ sessionId, parent }) => (parent?.session === id ? [sessionId] : []))
  const ports: HelpersPorts = {
    head: async (id) => disk.get(id) ?? null,
    helpersOf: async (id) => below(id),
    dispatch: async (id, input) => void sent.push(`${input} ${id}`),
    start: async (id, of, call) => {
      started.push(id)
      const head = helperOf(id, of.sessionId, call.id, AT_WORK)
      disk.set(id, head)
      return head
    },
    report: (error) => {
      throw error
    },
  }
  const helpers = makeHelpers(ports, heads, isHere)
  const commit = (next: Head): void => {
    const previous = disk.get(next.sessionId) ?? next
    disk.set(next.sessionId, next)
    helpers.committed(previous, next)
  }
  return { helpers, sent, started, commit, disk }
}

describe('the tree of helpers', () => {
  it('after a crash between the end of a call and the release of its helper, the next start releases it', () => {
    const parent = parentOf('p', ['2.0.0'])
    const { sent } = world([parent, helperOf('a', 'p', '2.0.0'), helperOf('b', 'p', '2.0.1')])
    expect(sent).toEqual(['release b'])
  })
  it.each([
    ['deleted', parentOf('p', ['2.0.0'], { deletedAt: 7 }), true],
    ['gone', null, true],
    ['on another device', parentOf('p', ['2.0.0']), false],
  ] as const)('a helper whose session is %s is released at the start', (_, parent, isHere) => {
    const { sent } = world([...(parent ? [parent] : []), helperOf('a', 'p', '2.0.0')], () => isHere)
    expect(sent).toEqual(['release a'])
  })
  it('a helper that was released, and one that was deleted, are left alone', () => {
    const released = headOf('a', { parent: { session: 'p', call: '2.0.0', depth: 1, released: true } })
    const { sent } = world([released, helperOf('b', 'p', '2.0.0', { deletedAt: 3 })])
    expect(sent).toEqual([])
  })
  it('the end of a call releases its helper, whichever way it ended, and no other', () => {
    const { commit, sent } = world([
      parentOf('p', ['2.0.0', '2.0.1']),
      helperOf('a', 'p', '2.0.0'),
      helperOf('b', 'p', '2.0.1'),
    ])
    commit(parentOf('p', ['2.0.1']))
    expect(sent).toEqual(['release a'])
    commit(parentOf('p', []))
    commit(parentOf('p', []))
    expect(sent).toEqual(['release a', 'release b'])
  })
  it('its helpers are deleted and restored with a session', async () => {
    const released = { parent: { session: 'p', call: '2.0.0', depth: 1, released: true as const } }
    const { commit, sent } = world([parentOf('p', []), headOf('a', released), headOf('other')])
    commit(parentOf('p', [], { deletedAt: 9 }))
    await expect.poll(() => sent).toEqual(['delete a'])
    commit(parentOf('p', []))
    await expect.poll(() => sent).toEqual(['delete a', 'restore a'])
  })
  it('a session that another device has taken releases its helpers here', () => {
    const { helpers, sent } = world([parentOf('p', ['2.0.0']), helperOf('a', 'p', '2.0.0')])
    helpers.lost('p')
    helpers.lost('p')
    expect(sent).toEqual(['release a'])
  })
})

describe('waiting for a helper', () => {
  const signal = (): AbortSignal => new AbortController().signal

  it('lasts as long as it works or waits for the person', async () => {
    const { helpers, commit } = world([parentOf('p', ['2.0.0']), helperOf('a', 'p', '2.0.0', AT_WORK)])
    let ended = false
    const waited = helpers.untilAtRest('a', signal()).then(() => {
      ended = true
    })
    const asks = { ...openCall('3.0.0'), status: 'pending' as const }
    commit(helperOf('a', 'p', '2.0.0', { unsettled: [{ n: 1, cut: 3, sequential: false, calls: [asks] }] }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(ended).toBe(false)
    commit(helperOf('a', 'p', '2.0.0'))
    await waited
  })
  it.each([
    ['stopped', helperOf('a', 'p', '1', { hold: { kind: 'aborted' } })],
    ['at its limit', helperOf('a', 'p', '1', { hold: { kind: 'limit', limit: 'turns' } })],
    ['failed', helperOf('a', 'p', '1', { hold: { kind: 'failed', failure: { kind: 'bad-key', message: 'no' } } })],
    ['deleted in the middle', helperOf('a', 'p', '1', { ...AT_WORK, deletedAt: 3 })],
    ['missing', helperOf('other', 'p', '1')],
  ])('ends for one that is %s', async (_, head) => {
    await world([head]).helpers.untilAtRest('a', signal())
  })
  it('ends at once when the call is stopped', async () => {
    const { helpers } = world([helperOf('a', 'p', '1', AT_WORK)])
    const controller = new AbortController()
    const waited = helpers.untilAtRest('a', controller.signal)
    controller.abort()
    await expect(waited).rejects.toThrow()
  })
  it('looks again when its machine cannot be started', async () => {
    const { helpers, disk } = world([helperOf('a', 'p', '1', AT_WORK)])
    const waited = helpers.untilAtRest('a', signal())
    await new Promise((resolve) => setTimeout(resolve))
    disk.delete('a')
    helpers.heard('a')
    await waited
  })
})

describe('starting a helper', () => {
  const of = {
    db: {} as never,
    sessionId: 'p',
    state: () => initiate('p'),
    load: <Code>(code: () => Promise<Code>) => code(),
  }
  const job = { title: 'T', task: 'do', tools: null, maxTurns: 3 }
  const call = { id: '2.0.0', key: 'key', helper: undefined }

  it('again for the same call starts nothing: it is the same session', async () => {
    const { helpers, started } = world([parentOf('p', ['2.0.0'])])
    const signal = new AbortController().signal
    const first = await helpers.help(of, call, job, signal)
    expect(first).toEqual({ type: 'at-work', session: started[0] })
    expect(await helpers.help(of, { ...call, helper: started[0] }, job, signal)).toEqual(first)
    expect(started).toHaveLength(1)
    await helpers.help({ ...of, sessionId: 'branch' }, call, job, signal)
    expect(started).toHaveLength(2)
  })
  it('whose session is gone starts no second one: what the first did is not known here', async () => {
    const { helpers, started } = world([parentOf('p', ['2.0.0'])])
    const helped = await helpers.help(of, { ...call, helper: 'gone' }, job, new AbortController().signal)
    expect(helped).toMatchObject({ type: 'ended', report: { ending: 'missing' } })
    expect(started).toEqual([])
  })
  it('stopped while it was created: it is released', async () => {
    const { helpers, sent, started } = world([parentOf('p', ['2.0.0'])])
    const controller = new AbortController()
    const helped = helpers.help(of, call, job, controller.signal)
    controller.abort()
    await helped
    expect(sent).toEqual([`release ${started[0]}`])
  })
})
