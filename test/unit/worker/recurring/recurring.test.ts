import { describe, expect, it } from 'vitest'
import { isRecurringMessage } from '../../../../src/agent/recurring-message.ts'
import type { Recurring } from '../../../../src/settings/recurring.ts'
import { dueNow, wordsOfRun } from '../../../../src/worker/recurring/due.ts'
import { lookAtRecurring, type RecurringPorts } from '../../../../src/worker/recurring/run-recurring.ts'
import { nextTime, problemOfTimes } from '../../../../src/worker/recurring/times.ts'

const BERLIN = 'Europe/Berlin'
const at = (iso: string): number => Date.parse(iso)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MORNING = '0 8 * * *'

/** A person's device over time: a clock, a session that knows its messages, and a page that is open or closed. */
function device(times = MORNING, from = '2026-11-23T00:00:00+01:00') {
  const begun = at(from)
  let now = begun
  let list: Recurring[] = [
    { ...{ id: 'r', sessionId: 's', task: 'Report.', times, on: true }, createdAt: begun, doneUpTo: begun },
  ]
  const messages = new Map<string, { text: string; at: number }>()
  const state = { busy: false, deletedAt: null as number | null, missing: false, here: true, crashAfterMessage: false }
  const ports: RecurringPorts = {
    read: async () => structuredClone(list),
    change: async (change) => {
      if (state.crashAfterMessage) throw new Error('killed')
      list = change(structuredClone(list)) ?? list
    },
    headOf: async () => (state.missing ? null : ({ deletedAt: state.deletedAt } as never)),
    isHere: () => state.here,
    isBusy: () => state.busy,
    run: async (id, command) => {
      if (command.kind !== 'input' || command.input.type !== 'user-send-message') throw new Error(command.kind)
      const [block] = command.input.content
      expect(id).toBe(command.input.messageId)
      // the session knows the ids of its messages
      if (!messages.has(id)) messages.set(id, { text: block?.type === 'text' ? block.text : '', at: now })
      return { type: 'acknowledged', id, outcome: 'committed' }
    },
    now: () => now,
    zone: BERLIN,
  }
  const look = () => lookAtRecurring(ports)
  return {
    ...{ state, look, messages },
    list: () => list,
    set: (time: number) => {
      now = time
    },
    /** The page is open and looks every ten minutes. */
    open: async (until: string) => {
      for (; now <= at(until); now += 10 * MINUTE) await look()
    },
    closed: (until: string) => {
      now = at(until)
    },
    runs: () => [...messages.values()],
  }
}

describe('a task at 8 each morning', () => {
  it('runs another number of times than seven in a week, or not at 8', async () => {
    const d = device()
    await d.open('2026-11-29T23:59:00+01:00')
    expect(d.runs().map(({ at: time }) => new Date(time).toISOString().slice(5, 16))).toEqual(
      ['23', '24', '25', '26', '27', '28', '29'].map((day) => `11-${day}T07:00`),
    )
    expect(d.runs().every(({ text }) => text === 'Report.')).toBe(true)
    expect([...d.messages.keys()].every((id) => isRecurringMessage({ id }) && id.length <= 64)).toBe(true)
  })

  it('what was missed while the page was closed runs once for each time, or in silence', async () => {
    const d = device()
    await d.open('2026-11-23T12:00:00+01:00')
    d.closed('2026-11-26T15:00:00+01:00')
    await d.open('2026-11-27T07:00:00+01:00')
    expect(d.runs()).toHaveLength(2)
    expect(d.runs()[1]?.text).toBe(
      'Report.\n\n(It was due 3 times since 2026-11-24 07:00 UTC. This one run is for all of them.)',
    )
    await d.open('2026-11-27T09:00:00+01:00')
    expect(d.runs()).toHaveLength(3)
    expect(d.runs()[2]?.text).toBe('Report.')
  })

  it('a clock that is set back runs it twice; one that was wrong by days silences it', async () => {
    const d = device()
    await d.open('2026-11-23T08:30:00+01:00')
    for (const back of ['2026-11-23T07:50:00+01:00', '2026-11-22T20:00:00+01:00', '2026-11-23T00:00:00+01:00']) {
      d.closed(back)
      await d.open('2026-11-23T08:30:00+01:00')
      expect(d.runs()).toHaveLength(1)
    }
    // a clock of the next month, corrected
    d.closed('2026-12-20T12:00:00+01:00')
    await d.look()
    expect(d.runs()).toHaveLength(2)
    d.closed('2026-11-23T09:00:00+01:00')
    // the run in the future was for the 24th, too
    await d.open('2026-11-24T09:00:00+01:00')
    expect(d.runs()).toHaveLength(2)
    await d.open('2026-11-26T09:00:00+01:00')
    expect(d.runs()).toHaveLength(4)
  })

  it('a kill between the message and the note that it was sent sends it twice', async () => {
    const d = device()
    d.set(at('2026-11-23T08:00:00+01:00'))
    d.state.crashAfterMessage = true
    await expect(d.look()).rejects.toThrow('killed')
    d.state.crashAfterMessage = false
    // it comes back a day later: the same message, and the rest of what was missed
    d.closed('2026-11-24T08:00:00+01:00')
    await d.look()
    await d.look()
    expect(d.runs()).toHaveLength(1)
    await d.open('2026-11-25T09:00:00+01:00')
    expect(d.runs()).toHaveLength(2)
  })

  it('a session that works, waits or is elsewhere gets tasks on top of each other; a deleted one goes on', async () => {
    const d = device()
    d.state.busy = true
    await d.open('2026-11-25T12:00:00+01:00')
    expect(d.runs()).toEqual([])
    d.state.busy = false
    await d.look()
    expect(d.runs()).toHaveLength(1)
    d.state.here = false
    await d.open('2026-11-26T12:00:00+01:00')
    d.state.here = true
    d.state.deletedAt = 1
    await d.look()
    expect(d.runs()).toHaveLength(1)
    expect(d.list()).toHaveLength(1)
    d.state.missing = true
    await d.look()
    expect(d.list()).toEqual([])
  })
})

describe('the seasons', () => {
  it.each([
    ['the clock goes forward', '2027-03-27T12:00:00+01:00', '2027-03-30T00:00:00+02:00'],
    ['the clock goes back', '2026-10-24T12:00:00+02:00', '2026-10-27T00:00:00+01:00'],
  ])('8 is not 8, or a night task runs twice or never: %s', async (_, from, until) => {
    const local = (time: number): string =>
      new Date(time).toLocaleTimeString('de-DE', { timeZone: BERLIN, hour: '2-digit', minute: '2-digit' })
    const morning = device(MORNING, from)
    await morning.open(until)
    expect(morning.runs().map(({ at: time }) => local(time))).toEqual(['08:00', '08:00'])
    // 2:30 happens never, or twice
    const night = device('30 2 * * *', from)
    await night.open(until)
    expect(night.runs()).toHaveLength(2)
  })
})

describe('times', () => {
  it.each([
    ['* * * * *', '15 minutes at most'],
    ['*/5 8 * * 1', '15 minutes at most'],
    ['0 0 30 2 *', 'never come'],
    ['each morning', 'five fields'],
    ['0 8 * *', 'five fields'],
    ['0 0 8 * * *', 'five fields'],
    ['99 8 * * *', 'five fields'],
    ['', 'five fields'],
  ])('are taken: %s', (times, words) => expect(problemOfTimes(times, at('2026-11-23T00:00:00Z'))).toContain(words))

  it.each(['0 8 * * *', '*/15 * * * *', '0 9 * * 1-5', '30 7 1 * *', '0 8,18 * * MON'])('are refused: %s', (times) =>
    expect(problemOfTimes(times, at('2026-11-23T00:00:00Z'))).toBeNull(),
  )

  it('a year of a quarter of an hour is counted to its end', () => {
    const doneUpTo = at('2025-11-23T00:00:00Z')
    const due = dueNow({ times: '*/15 * * * *', on: true, doneUpTo }, at('2026-11-23T00:00:00Z'))
    expect(due).toMatchObject({ type: 'run', first: doneUpTo + 15 * MINUTE, count: 1000 })
    expect(wordsOfRun('x', { first: doneUpTo, count: 1000 })).toContain('1000 times or more')
    expect(nextTime(MORNING, doneUpTo, 'UTC')).toBe(doneUpTo + 8 * HOUR)
  })
})
