import { expect, it } from 'vitest'
import { MOST_SESSIONS } from '../../../../src/worker/sync/devices/notes.ts'
import { makeSaidSessions } from '../../../../src/worker/sync/devices/said-sessions.ts'

const sessions = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ log: `${n}`, next: 1, owner: true, busy: n === 7 }))

it('of more than a thousand sessions a note that tells of all was read by nobody: it tells of a thousand, and of all in two hours', () => {
  const list = sessions(1300)
  const said = makeSaidSessions()
  const found = new Set<string>()
  for (let minutes = 0; minutes <= 120; minutes += 10) {
    const told = said(list, minutes * 60_000)
    expect(told).toHaveLength(MOST_SESSIONS)
    expect(new Set(told).size).toBe(MOST_SESSIONS)
    expect(told[0]?.log).toBe('7')
    for (const { log } of told) found.add(log)
  }
  expect(found.size).toBe(1300)
})

it('of a thousand it tells of all, as they stand', () => {
  const list = sessions(1000)
  expect(makeSaidSessions()(list, 0)).toEqual(list)
})
