import { expect, it } from 'vitest'
import { lastActive } from '../../../../src/agent/head.ts'
import { arriveStopped } from '../../../../src/storage/archive/arrive-stopped.ts'
import { Session } from '../../agent/session.ts'
import { CONFIG } from '../../agent/world/settings.ts'

const NOTHING = { queued: [], summary: false } as const

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
