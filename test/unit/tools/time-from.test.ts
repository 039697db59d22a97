import { expect, it } from 'vitest'
import { timeFrom } from '../../../src/tools/person/time-from.ts'

/** A Monday afternoon, local time. */
const NOW = new Date(2026, 10, 23, 14, 30, 10).getTime()
const local = (month: number, day: number, hour = 0, minute = 0): number =>
  new Date(2026, month - 1, day, hour, minute).getTime()

it.each<[string, number]>([
  ['90 minutes', NOW + 90 * 60_000],
  ['in 2 hours', NOW + 7_200_000],
  ['1 hour 30 min', NOW + 5_400_000],
  ['1h30m', NOW + 5_400_000],
  ['1.5 seconds', NOW + 1500],
  ['2 days and 1 hour', NOW + 49 * 3_600_000],
  ['15:00', local(11, 23, 15)],
  ['8:00', local(11, 24, 8)],
  ['8 am', local(11, 24, 8)],
  ['at 8:30 pm', local(11, 23, 20, 30)],
  ['12 am', local(11, 24, 0)],
  ['12:15 pm', local(11, 24, 12, 15)],
  ['tomorrow 8:00', local(11, 24, 8)],
  ['Tomorrow at 08:00', local(11, 24, 8)],
  ['today 8:00', local(11, 23, 8)],
  ['monday 9:30', local(11, 30, 9, 30)],
  ['Monday at 18:00', local(11, 23, 18)],
  ['next fri 7:05', local(11, 27, 7, 5)],
  ['2026-11-28T08:00', local(11, 28, 8)],
  ['2026-11-28 8:00', local(11, 28, 8)],
  ['2026-11-28', local(11, 28)],
  ['2026-11-28T08:00:00Z', Date.parse('2026-11-28T08:00:00Z')],
  ['2026-11-28T08:00+05:30', Date.parse('2026-11-28T08:00+05:30')],
])('a time is understood as another: %s', (text, time) => expect(timeFrom(text, NOW)).toBe(time))

it.each([
  '',
  'soon',
  '8',
  '25:00',
  '8:99',
  '13 pm',
  '5',
  '5 lightyears',
  '5 minutes later',
  'minutes',
  'yesterday 8:00',
  '2026-13-40',
  '2026-11-28T99:00',
  'someday 8:00',
  '-5 minutes',
  `${'9'.repeat(400)} days ago`,
])('something else is taken for a time: %s', (text) => expect(timeFrom(text, NOW)).toBeNull())
