import { expect, it } from 'vitest'
import { lastActive } from '../../../../src/agent/head.ts'
import { arriveStopped } from '../../../../src/storage/archive/arrive-stopped.ts'
import { Session } from '../../agent/session.ts'
import { CONFIG } from '../../agent/world/settings.ts'

const NOTHING = { queued: [], summary: false } as const

it('an imported session could send what it brought to an address that nobody gave: it holds private material, for good', () => {
  const s = new Session().send('u0').answer('a')
  const arrived = arriveStopped(s.state, [], { now: 1, config: CONFIG, aside: { ...NOTHING, queued: [] } })
  expect(arrived.state.head.private).toBe(true)
  // a second import of it, or one of its branch, keeps that
  const again = arriveStopped(arrived.state, [], { now: 2, config: CONFIG, aside: { ...NOTHING, queued: [] } })
  expect([again.state.head.private, again.inputs.filter(({ type }) => type === 'session-keep-private')]).toEqual([
    true,
    [],
  ])
  s.state = arrived.state
  s.put({ type: 'session-branch', count: 1, origin: { session: 'x', seq: 2, n: 1 } })
  expect(s.state.head.private).toBe(true)
})

it('an imported session that was renamed last jumps to the top of the list: it keeps the place of its conversation', () => {
  const s = new Session().send('u0').answer('a')
  const spoken = s.timestamp
  s.timestamp += 60_000
  s.put({ type: 'user-name-session', title: 'Rivers' })
  const arrived = arriveStopped(s.state, [], {
    now: spoken + 3_600_000,
    config: CONFIG,
    aside: { ...NOTHING, queued: [] },
  })
  expect(arrived.inputs.length).toBeGreaterThan(0)
  expect(arrived.state.head).toMatchObject({ title: 'Rivers (imported)', timestamp: spoken + 3_600_000 })
  expect(lastActive(arrived.state.head)).toBe(spoken)
})
