import { describe, expect, it } from 'vitest'
import { apply, diff, view } from '../../../src/agent/delta.ts'
import { Delta } from '../../../src/agent/delta-schema.ts'
import { Input } from '../../../src/agent/input.ts'
import { plain, Session } from './session.ts'

/** The laws for every commit of random runs are in laws.test.ts; here is what a delta holds. */
describe('delta', () => {
  it('holds only what changed, as whole rows, and survives its schema', () => {
    const s = new Session().send('u0').start()
    const before = s.state
    s.put({ type: 'brain-fail', ...s.work, failure: { kind: 'network', message: '' }, partial: plain('x'), retryAt: 1 })
    const delta = diff(before, s.state)
    expect(Object.keys(delta).sort()).toEqual(['head', 'messages'])
    expect(delta.messages).toEqual([s.state.messages[1]])
    expect(Delta.parse(structuredClone(delta))).toEqual(delta)
  })
  it('nothing changed: nothing in it', () => {
    const { state } = new Session().send('u0')
    expect(diff(state, state)).toEqual({})
    expect(apply(state, {})).toEqual(state)
  })
  it('a queue that drains drops its rows; a summary may go', () => {
    const s = new Session().send('u0').start().send('u1').send('u2')
    const before = s.state
    expect(diff(before, s.answer('a').state).queue).toEqual({ put: [], drop: ['u1'] })
    const summary = { text: 'S', cutAt: 1, calls: [], loaded: [] }
    expect(apply({ ...before, summary }, { summary: null }).summary).toBeNull()
    expect(apply({ ...before, summary }, {}).summary).toEqual(summary)
  })
  it('files are put by path and stay sorted', () => {
    const s = new Session()
    const before = s.state
    const write = (path: string) => ({ path, from: null, to: 'a'.repeat(64), size: 1, mediaType: '' })
    s.put({ type: 'user-change-files', files: [write('b'), write('a')], known: [] })
    const delta = diff(before, s.state)
    expect(apply(before, delta).files.map((file) => file.path)).toEqual(['a', 'b'])
  })
  it('a view takes no row that it does not hold, unless it is newer than all of them', () => {
    const s = new Session().send('u0').answer('a').send('u1').answer('b')
    const tail = view(s.state, { from: 2 })
    const [first] = s.state.messages
    expect(tail.messages.map((row) => row.n)).toEqual([2, 3])
    expect(apply(tail, { messages: first ? [first] : [] }).messages).toEqual(tail.messages)
    expect(view(s.state, { from: 99 }).messages.map((row) => row.n)).toEqual([3])
  })
  it('inputs survive their schema', () => {
    const input = { type: 'user-abort', partials: { 7: plain('x') }, seq: 3, timestamp: 4, commandId: 'c' }
    expect(Input.parse(structuredClone(input))).toEqual(input)
  })
})
