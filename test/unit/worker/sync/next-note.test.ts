import { expect, it } from 'vitest'
import { type Facts, nextNote, SAID_NOTHING, type Said } from '../../../../src/worker/sync/devices/next-note.ts'

const LOG = 'a'.repeat(32)
const facts = (more: Partial<Facts['sessions'][number]> = {}, rest: Partial<Facts> = {}): Facts => ({
  ...{ device: 'd', name: 'Laptop', reads: [], asks: [], answers: [], keys: undefined, ...rest },
  sessions: [{ log: LOG, next: 1, owner: true, busy: false, ...more }],
})
const TICK = 2000
const first = nextNote(SAID_NOTHING, facts(), { now: 100_000, tickMs: TICK }).said
const at = (ms: number, of: Facts, before: Said = first) => nextNote(before, of, { now: 100_000 + ms, tickMs: TICK })

it('progress is said after five ticks; who has a session, what is asked and what is lent right away', () => {
  expect(at(1, facts({ next: 2 })).note).toBeNull()
  expect(at(5 * TICK, facts({ next: 2 })).note).toMatchObject({ sessions: [{ next: 2 }] })
  expect(at(1, facts({ owner: false })).note).not.toBeNull()
  expect(at(1, facts({}, { asks: [{ id: 'a', log: LOG }] })).note).toMatchObject({ asks: [{ id: 'a' }] })
  expect(at(1, facts({}, { keys: { turn: 1, on: true } })).note).toMatchObject({ keys: { turn: 1 } })
})

it('a device without news says once an hour that it is there, also when its clock was set back', () => {
  expect(at(59 * 60_000, facts()).note).toBeNull()
  expect(at(60 * 60_000, facts()).note).toMatchObject({ beat: 0 })
  expect(at(-60 * 60_000, facts()).note).toMatchObject({ beat: 0 })
})

it('its count goes on while something runs there, and each minute while a page shows what another device has', () => {
  expect(at(5 * TICK, facts({ busy: true })).said.beat).toBe(1)
  expect(at(5 * TICK, facts()).said.beat).toBe(0)
  const reads = nextNote(first, facts({}, { reads: [LOG] }), { now: 101_000, tickMs: TICK })
  expect(reads.note).toMatchObject({ beat: 0, reads: [LOG] })
  expect(at(62_000, facts({}, { reads: [LOG] }), reads.said).note).toMatchObject({ beat: 1 })
})
