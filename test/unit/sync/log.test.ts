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
    own: false,
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
    expect(first.ask).toEqual({ type: 'read-first', last: true })
    const then = step(run(first.state, { type: 'read-first', found: 'other' }), due('b'))
    expect(then.ask).toEqual({ type: 'read', slot: 1 })
    expect(then.state.place.pending).toEqual({ id: 'b', kind: 'rows', to: 5 })
  })

  it.each<[string, LogEvent]>([
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

  const KNOWN = { ...firstPlace('log', true), next: 2, sent: 5, previous: 'h1' }
  const reread = (state: LogState, ...events: LogEvent[]): LogState =>
    events.reduce((last, event) => run(last, due(event.type), event), state)
  const row = (seq: number) => ({
    ...{ seq, timestamp: seq, agentVersion: 1 },
    input: { type: 'user-continue' as const, seq, timestamp: seq },
  })
  const segment = (n: number, change: Partial<Found> = {}): LogEvent => {
    const base = { id: `s${n}`, kind: 'rows' as const, hash: `h${n}`, last: `h${n}`, next: n + 1, own: true }
    return found({ ...base, previous: n === 0 ? '' : `h${n - 1}`, rows: [], ...change })
  }
  const withTail = (event: LogEvent, ...seqs: number[]): LogEvent =>
    event.type === 'found' ? { ...event, tail: seqs.map(row) } : event

  it('a storage that has lost the end of the log gets it again from the device that has the session', () => {
    const reborn = run(beginLife(KNOWN, 6), due('a'))
    expect(reborn.asked).toBe('read-first')
    const counted = reread(
      run(reborn, { type: 'read-first', found: 'less' }),
      withTail(segment(0, { rows: [row(1), row(2), row(3)] }), 1, 2, 3, 4, 5, 6),
      { type: 'nothing-there' },
    )
    expect(counted.place).toMatchObject({ next: 1, previous: 'h0', sent: 3, highest: 5, owner: true, pending: null })
    expect(mayWork(counted)).toBe(true)
    const again = step(run(counted, due('b'), { type: 'nothing-there' }), due('c'))
    expect(again.ask).toMatchObject({ type: 'upload', after: 3, to: 6 })
  })

  it('a take that the storage lost was not sent again: the log had rows of a device that it says has not got the session', () => {
    const taken = { ...firstPlace('log', true), next: 3, previous: 'h2', sent: 2 }
    const first = segment(0, { own: false, rows: [row(1)] })
    const lacking = run(beginLife(taken, 2), due('a'), { type: 'read-first', found: 'less' })
    const lost = reread(lacking, withTail(first, 1, 2), { type: 'nothing-there' })
    expect(lost.place).toMatchObject({ next: 1, sent: 1, owner: true, pending: { kind: 'take', to: 1 } })
    // its machine works on meanwhile, and nothing is withdrawn
    expect(mayWork(lost)).toBe(true)
    expect(mayAct(lost, 2)).toBe(false)
    expect(run(lost, due('x'), { type: 'nothing-there' }, { type: 'withdraw' }).place.pending?.kind).toBe('take')
    // of its own log it sends rows alone
    const own = reread(lacking, withTail(segment(0, { own: true, kind: 'rows', rows: [row(1)] }), 1, 2), {
      type: 'nothing-there',
    })
    expect(own.place).toMatchObject({ next: 1, owner: true, pending: null })
  })

  it('a slot that the storage lost in the middle was not looked for while a run went on, however much spoke for it', () => {
    const place = { ...firstPlace('log', true), next: 9, previous: 'h8', sent: 3 }
    const doubting = run(
      { ...beginLife(place, 3), stale: false, doubt: false, wary: false, checked: 9 },
      { type: 'distrust' },
    )
    const looked = run(doubting, due('a'), { type: 'read-first', found: 'other' }, due('b'), { type: 'nothing-there' })
    const check = step(looked, due('c'))
    expect(check.ask).toEqual({ type: 'check', from: 0, to: 9 })
    expect(run(check.state, { type: 'checked', isWhole: false }).recount).not.toBeNull()
    // once: a run lists nothing by itself
    expect(step(run(check.state, { type: 'checked', isWhole: true }), due('d')).ask).toMatchObject({ type: 'read' })
  })

  it('slots that were listed, and were lost before the next segment, were never listed again: a hole that no note tells of', () => {
    const place = { ...firstPlace('log', true), next: 300, previous: 'h', sent: 3 }
    const written = run(
      { ...beginLife(place, 4), stale: false, doubt: false, wary: false, checked: 300 },
      due('a'),
      { type: 'uploaded' },
      due('b'),
      { type: 'appended', outcome: 'created', hash: 'h300' },
    )
    const check = step(written, { type: 'due', id: 'c', most: 99, calm: true })
    expect(check.ask).toEqual({ type: 'check', from: 201, to: 301 })
    // more of them than that, if there are more
    const { ask } = step({ ...written, checked: 7 }, { type: 'due', id: 'c', most: 99, calm: true })
    expect(ask).toEqual({ type: 'check', from: 7, to: 301 })
  })

  it('a device that took what was old is followed, and what only this device has is kept apart', () => {
    const counted = reread(
      run(beginLife(KNOWN, 6), due('a'), { type: 'read-first', found: 'less' }),
      withTail(segment(0, { rows: [row(1)] }), 1, 2, 3, 4, 5, 6),
      withTail(segment(1, { kind: 'take', own: false }), 2, 3, 4, 5, 6),
      { type: 'nothing-there' },
    )
    // before that take
    expect(counted.place).toMatchObject({ next: 1, owner: true })
    const taken = step(run(counted, due('b')), withTail(segment(1, { kind: 'take', own: false }), 2, 3, 4, 5, 6))
    expect(taken.state.place).toMatchObject({ next: 2, owner: false })
    expect(taken.change).toMatchObject({ forks: true })
  })

  it('what belongs to a lost part of the log is stepped over by everybody', () => {
    const reading = run(fresh, ...SENT, { type: 'committed', seq: 4 }, due('c'), { type: 'unanswered' })
    const met = step(run(reading, due('d')), found({ previous: 'lost' }))
    expect(met.change).toBeNull()
    const counted = reread(
      met.state,
      withTail(segment(0, { rows: [row(1), row(2), row(3)] }), 1, 2, 3, 4),
      withTail(segment(1, { previous: 'lost' }), 4),
      { type: 'nothing-there' },
    )
    expect(counted.place).toMatchObject({ next: 2, previous: 'h0', sent: 3, owner: true })
    expect(mayWork(counted)).toBe(true)
  })

  it('an emptied storage gets nothing again before a person says so, and the session works on here', () => {
    const emptied = run(beginLife(KNOWN, 6), due('a'), { type: 'read-first', found: 'emptied' })
    expect(emptied.halt).toBe('emptied')
    expect(mayWork(emptied)).toBe(true)
    expect(step(emptied, due('b')).ask).toBeNull()
    const again = run(emptied, { type: 'share-again' })
    expect(again.place).toMatchObject({ next: 0, sent: 0, highest: 5, owner: true })
    expect(step(again, due('c')).ask).toEqual({ type: 'read', slot: 0 })
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
