import { describe, expect, it } from 'vitest'
import { mayAct, mayWork, step } from '../../../src/sync/log.ts'
import { beginLife, type Found, firstPlace, type LogEvent, type LogState } from '../../../src/sync/log-state.ts'

/** What the random runs have no words for: a storage that is not honest, and who may do what meanwhile. */

const fresh: LogState = { ...beginLife(firstPlace('log', true), 3), doubt: false, stale: false }
const due = (id: string): LogEvent => ({ type: 'due', id, most: 99 })
const run = (state: LogState, ...events: LogEvent[]): LogState =>
  events.reduce((last, event) => step(last, event).state, state)
const SENT: LogEvent[] = [
  due('a'),
  { type: 'uploaded' },
  due('b'),
  { type: 'appended', outcome: 'created', hash: 'h0' },
]
const found = (change: Partial<Found>): LogEvent => {
  const base: Found = {
    id: 'x',
    kind: 'take',
    hash: 'h1',
    previous: 'h0',
    rows: [],
    next: 2,
    last: 'h1',
  }
  return { type: 'found', found: { ...base, ...change }, tail: [] }
}

describe('the log on one device', () => {
  it('an act waits until its start stands in the log', () => {
    const frozen = run(fresh, due('a'))
    expect(frozen.place.pending).toEqual({ id: 'a', kind: 'rows', to: 3 })
    expect(mayWork(frozen)).toBe(true)
    expect(mayAct(frozen, 3)).toBe(false)
    const sent = run(fresh, ...SENT)
    expect(sent.place).toMatchObject({ next: 1, sent: 3, previous: 'h0', pending: null })
    expect(mayAct(sent, 3)).toBe(true)
    expect(mayAct(run(sent, { type: 'committed', seq: 4 }), 4)).toBe(false)
    expect(mayAct(run(sent, { type: 'leave' }), 3)).toBe(false)
  })

  it('what is frozen is sent the same until it is decided, whatever is committed meanwhile', () => {
    const waiting = run(fresh, ...SENT.slice(0, 3), { type: 'committed', seq: 9 }, { type: 'unanswered' })
    const read = step(waiting, due('c'))
    expect(read.ask).toEqual({ type: 'read', slot: 0 })
    const again = step(run(read.state, { type: 'nothing-there' }), due('d'))
    expect(again.ask).toMatchObject({ type: 'append', slot: 0, pending: { id: 'a', to: 3 } })
  })

  it('a life begins with looking: at slot 0, then at the next one, before it writes', () => {
    const reborn = beginLife({ ...firstPlace('log', true), next: 1, sent: 3, previous: 'h0' }, 5)
    const first = step(reborn, due('a'))
    expect(first.ask).toEqual({ type: 'read-first' })
    const then = step(run(first.state, { type: 'read-first', found: 'other' }), due('b'))
    expect(then.ask).toEqual({ type: 'read', slot: 1 })
    expect(then.state.place.pending).toEqual({ id: 'b', kind: 'rows', to: 5 })
  })

  it.each<[string, LogEvent]>([
    ['a segment that does not follow from the one before', found({ previous: 'other' })],
    ['one that cannot be opened', { type: 'unreadable', why: 'damaged' }],
    ['one of a newer version', { type: 'unreadable', why: 'newer' }],
  ])('%s stops the session: nothing is taken over, forked or sent', (_, event) => {
    const reading = run(fresh, ...SENT, { type: 'committed', seq: 4 }, due('c'), { type: 'unanswered' })
    const stopped = step(run(reading, due('d')), event)
    expect(stopped.change).toBeNull()
    expect(stopped.state.place).toEqual(run(reading, due('d')).place)
    expect(stopped.state.halt).not.toBeNull()
    expect(mayWork(stopped.state)).toBe(false)
    expect(step(stopped.state, due('e'))).toEqual({ state: stopped.state, ask: null, change: null })
    expect(step(stopped.state, { type: 'take', id: 'f' }).state).toBe(stopped.state)
  })

  it('a storage that knows less than this device stops the session', () => {
    const reborn = beginLife({ ...firstPlace('log', true), next: 1, sent: 3, previous: 'h0' }, 3)
    const empty = run(reborn, due('a'), { type: 'read-first', found: 'nothing' })
    expect(empty.halt).toBe('gone-back')
    const begun = run(beginLife(firstPlace('log', true), 3), due('a'), { type: 'read-first', found: 'nothing' })
    expect(begun.halt).toBeNull()
  })

  it('an answer to what was not asked is nothing', () => {
    const events: LogEvent[] = [
      found({}),
      { type: 'uploaded' },
      { type: 'appended', outcome: 'created', hash: 'h' },
      { type: 'nothing-there' },
      { type: 'read-first', found: 'deleted' },
      { type: 'unanswered' },
      { type: 'unreadable', why: 'newer' },
    ]
    for (const event of events) expect(step(fresh, event)).toEqual({ state: fresh, ask: null, change: null })
  })
})
