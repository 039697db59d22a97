import { describe, expect, it } from 'vitest'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import type { Row } from '../../../src/sync/segment.ts'
import { decodeStretch, encodeStretch, STRETCHES } from '../../../src/sync/stretch.ts'

const row = (seq: number): Row => ({
  seq,
  timestamp: 5,
  agentVersion: AGENT_VERSION,
  input: { type: 'user-name-session', title: 'T', seq, timestamp: 5 },
})
const stretch = {
  first: 'ab'.repeat(16),
  previous: '',
  last: 'cd'.repeat(32),
  device: 'd1',
  rows: [row(3), row(5)],
}
const altered = (change: Record<string, unknown>): Uint8Array => {
  const value: Record<string, unknown> = JSON.parse(new TextDecoder().decode(encodeStretch(stretch)))
  return new TextEncoder().encode(JSON.stringify({ ...value, ...change }))
}

describe('the bytes of a stretch', () => {
  it('are read as they were written, also without rows', () => {
    expect(decodeStretch(encodeStretch(stretch), 2)).toMatchObject(stretch)
    expect(decodeStretch(encodeStretch({ ...stretch, rows: [] }), 2)).toMatchObject({ rows: [] })
  })

  it.each<[string, Record<string, unknown>]>([
    ['of a newer format', { format: 99 }],
    ['of a newer agent', { agentVersion: AGENT_VERSION + 1 }],
    ['with rows out of order', { rows: [row(5), row(3)] }],
    ['with rows that its reader has', { rows: [row(2), row(3)] }],
    ['with an input of another stamp', { rows: [{ ...row(3), input: row(4).input }] }],
    ['without the segment that it begins with', { first: '' }],
    ['without the hash of its last', { last: '' }],
    ['that is no text', { rows: 'packed' }],
  ])('one %s counts as none: its segments tell', (_, change) => {
    expect(decodeStretch(altered(change), 2)).toBeNull()
  })

  it('cut in half counts as none', () => {
    const bytes = encodeStretch(stretch)
    expect(decodeStretch(bytes.slice(0, bytes.length / 2), 0)).toBeNull()
  })

  it('longer ones begin where shorter ones do', () => {
    const [longest, ...others] = STRETCHES
    for (const size of others) expect(longest % size).toBe(0)
  })
})
