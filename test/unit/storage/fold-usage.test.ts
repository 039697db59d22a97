import { describe, expect, it } from 'vitest'
import type { UsageRow } from '../../../src/protocol/usage.ts'
import { foldUsage, NO_USAGE, UsageFold, type UsageSource } from '../../../src/storage/usage/fold-usage.ts'
import { costWords, dollars } from '../../../src/ui/settings/usage/money.ts'
import { lastDays, sumUsage, totalOf, usageCsv } from '../../../src/ui/settings/usage/sum-usage.ts'

const usage = { input: 100, output: 20, cacheRead: 60, cacheWrite: 0, reasoning: 5 }
const sonnet = { providerId: 'a', model: 'sonnet' }
const haiku = { providerId: 'a', model: 'haiku' }
const day = (timestamp: number): string => `2026-11-${20 + Math.floor(timestamp / 1000)}`
const key = (model: typeof sonnet): string => JSON.stringify([model.providerId, model.model])

const rows: UsageSource[] = [
  { seq: 1, timestamp: 0, input: { type: 'session-create', config: { model: { ...sonnet, thinking: 'off' } } } },
  { seq: 2, timestamp: 10, input: { type: 'user-send-message', content: [{ type: 'text', text: 'x' }] } },
  { seq: 3, timestamp: 20, input: { type: 'brain-send-message-start', cut: 2, attempt: 0, model: haiku } },
  { seq: 5, timestamp: 30, input: { type: 'brain-fail', cut: 2, attempt: 0, usage, cost: null } },
  { seq: 6, timestamp: 1000, input: { type: 'brain-send-message-complete', cut: 2, attempt: 1, usage, cost: 0.5 } },
  { seq: 7, timestamp: 1010, input: { type: 'brain-compress-history', cut: 9, usage, cost: 0.25 } },
]

describe('what a session has used, from its journal', () => {
  it('failed attempts and summaries count, each for the model and the day that it was asked on', () => {
    const { days, seq } = foldUsage(NO_USAGE, rows, day)
    expect(seq).toBe(7)
    expect(days['2026-11-20']?.[key(haiku)]).toEqual({
      answers: 1,
      input: 100,
      output: 20,
      cacheRead: 60,
      reasoning: 5,
      cost: 0,
      unpriced: 1,
    })
    expect(days['2026-11-21']?.[key(haiku)]).toMatchObject({ answers: 1, cost: 0.5, unpriced: 0 })
    expect(days['2026-11-21']?.[key(sonnet)]).toMatchObject({ answers: 1, cost: 0.25 })
  })

  it('a summary and a name count for the model that made them; in older journals, which do not name it, for that of the session', () => {
    const named = { usage, cost: null, model: haiku }
    const inputs = [
      { type: 'brain-compress-history', cut: 9, ...named },
      { type: 'brain-fail-compress', cut: 9, ...named },
      { type: 'brain-name-session', title: 'Boats', ...named },
      { type: 'brain-name-session', title: 'Boats', usage, cost: 0.25 },
      // of several models, with what each has taken of it
      {
        ...{ type: 'brain-compress-history', cut: 9, usage: { ...usage, input: 200, output: 40 }, cost: 0.5 },
        shares: [
          { model: haiku, usage, cost: null },
          { model: sonnet, usage, cost: 0.5 },
        ],
      },
    ]
    const all = inputs.map((input, n) => ({ seq: 10 + n, timestamp: 0, input }))
    const { days } = foldUsage(foldUsage(NO_USAGE, rows.slice(0, 1), day), all, day)
    expect(days['2026-11-20']).toMatchObject({
      [key(haiku)]: { answers: 4, input: 400, cost: 0, unpriced: 4 },
      [key(sonnet)]: { answers: 2, input: 200, cost: 0.75, unpriced: 0 },
    })
  })

  it('what was stopped counts, once: not what had ended before the stop came', () => {
    const start = (seq: number, cut: number) => ({
      type: 'brain-send-message-start',
      cut,
      attempt: 0,
      model: haiku,
      seq,
    })
    const stop = { type: 'user-abort', spent: { 10: { usage, cost: null }, 11: { usage, cost: 3 } } }
    const inputs = [
      start(10, 10),
      start(11, 11),
      { type: 'brain-send-message-complete', cut: 11, usage, cost: 1 },
      stop,
    ]
    const all = inputs.map((input, n) => ({ seq: 10 + n, timestamp: 0, input }))
    const { days } = foldUsage(foldUsage(NO_USAGE, rows.slice(0, 1), day), all, day)
    expect(days['2026-11-20']?.[key(haiku)]).toMatchObject({ answers: 2, input: 200, cost: 1, unpriced: 1 })
  })

  it('counted in any number of parts, and with rows that come twice, it is the same', () => {
    const whole = foldUsage(NO_USAGE, rows, day)
    for (let at = 0; at <= rows.length; at++) {
      const first = UsageFold.parse(structuredClone(foldUsage(NO_USAGE, rows.slice(0, at), day)))
      expect(foldUsage(first, rows, day)).toEqual(whole)
    }
    expect(NO_USAGE.days).toEqual({})
  })

  it('a branch does not count again what the session it was copied from has used', () => {
    const branched = foldUsage(NO_USAGE, [...rows, { seq: 8, timestamp: 2000, input: { type: 'session-branch' } }], day)
    expect(branched.days).toEqual({})
    const asked = { seq: 9, timestamp: 2000, input: { type: 'brain-send-message-complete', cut: 8, usage, cost: 1 } }
    expect(foldUsage(branched, [asked], day).days['2026-11-22']?.[key(sonnet)]).toMatchObject({ cost: 1 })
  })
})

const row = (more: Partial<UsageRow>): UsageRow => ({
  day: '2026-11-21',
  sessionId: 's',
  session: 'Boats',
  ...sonnet,
  ...{ answers: 1, input: 10, output: 2, cacheRead: 0, reasoning: 0, cost: 0.5, unpriced: 0 },
  ...more,
})

describe('usage as it is shown', () => {
  it('added up by day and by month, newest first; by model, dearest first', () => {
    const all = [row({}), row({ day: '2026-10-02', cost: 2 }), row({ model: 'haiku', cost: 0.1 })]
    expect(sumUsage(all, 'day').map(({ name, cost }) => [name, cost])).toEqual([
      ['2026-11-21', 0.6],
      ['2026-10-02', 2],
    ])
    expect(sumUsage(all, 'month').map(({ name }) => name)).toEqual(['2026-11', '2026-10'])
    expect(sumUsage(all, 'model').map(({ name, answers }) => [name, answers])).toEqual([
      ['sonnet', 2],
      ['haiku', 1],
    ])
  })

  it('the chart has a place for days on which nothing was used, over the end of a month, too', () => {
    expect(lastDays([row({ day: '2026-11-01' })], '2026-11-02', 4)).toEqual([
      { day: '2026-10-30', cost: 0, tokens: 0 },
      { day: '2026-10-31', cost: 0, tokens: 0 },
      { day: '2026-11-01', cost: 0.5, tokens: 12 },
      { day: '2026-11-02', cost: 0, tokens: 0 },
    ])
  })

  it('the file quotes what needs it, and a title that a spreadsheet would run is text', () => {
    const csv = usageCsv([row({ session: '=HYPERLINK("http://evil")' }), row({ session: 'a, b' })], () => 'Anthropic')
    expect(csv.split('\r\n')[1]).toBe(`2026-11-21,"'=HYPERLINK(""http://evil"")",Anthropic,sonnet,1,10,0,2,0,0.5,0`)
    expect(csv.split('\r\n')[2]).toContain('"a, b"')
  })

  it('where no price is known there is no "$0": nobody says that it was free', () => {
    const known = row({ cost: 0.5 })
    const unknown = row({ cost: 0, unpriced: 1 })
    expect(costWords(unknown)).toBe('price unknown')
    expect(costWords(unknown, true)).toBe('local')
    expect(costWords(known, true)).toBe('$0.500')
    expect(costWords(totalOf([known, unknown]))).toBe('over $0.500')
    expect(costWords(totalOf([]))).toBe('$0')
    expect(sumUsage([known, row({ providerId: 'b' })], 'day')[0]?.providers).toEqual(['a', 'b'])
  })

  it('money with the digits that say something', () => {
    expect([0, 0.00001, 0.0042, 0.125, 12.345].map(dollars)).toEqual(['$0', '< $0.0001', '$0.0042', '$0.125', '$12.35'])
  })
})
