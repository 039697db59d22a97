import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { othersViolations } from '../../torture/oracle-others.ts'
import { CONFIG } from '../agent/world/settings.ts'

/** A disk with one session that stands still. Each test spoils one thing. */

const ID = 'copy'
const SHA = 'a'.repeat(64)
type Row = Record<string, unknown>

function disk(...more: Unstamped[]): Record<string, Row[]> {
  const journal: Input[] = []
  let state: State = initiate(ID)
  let first: State | null = null
  for (const input of [{ type: 'session-create' as const, sessionId: ID, config: CONFIG }, ...more]) {
    const stamped = { ...input, seq: state.head.seq + 1, timestamp: 1000 }
    state = transition(stamped)(state)
    journal.push(stamped)
    first ??= state
  }
  const owned = (rows: readonly object[]): Row[] =>
    structuredClone(rows.map((row) => ({ ...row, sessionId: ID, epoch: 1 })))
  return {
    sessions: owned([state.head]),
    configs: owned([{ config: state.config }]),
    journal: owned(journal.map((input) => ({ seq: input.seq, timestamp: input.timestamp, input }))),
    snapshots: owned([{ seq: 1, page: 0, last: true, part: diff(initiate(ID), first ?? state) }]),
    'blob-names': owned([{ sha: SHA }]),
  }
}
const look = (
  rows: Record<string, Row[]>,
  { doomed = [], copies = [], owned = [] }: { doomed?: string[]; copies?: string[]; owned?: string[] } = {},
): string[] => othersViolations({ rows, blobs: { [SHA]: SHA }, doomed, copies, owned: new Set(owned) })

describe('a copy', () => {
  it('that is whole is no violation', () => {
    expect(look(disk(), { copies: [ID] })).toEqual([])
  })

  it('that was answered and is not there is one', () => {
    expect(look(disk(), { copies: [ID, 'other'] }).join()).toContain('other: the import of it was answered')
  })

  it('whose rows are not what its journal makes is one', () => {
    const rows = disk()
    rows['sessions'] = (rows['sessions'] ?? []).map((row) => ({ ...row, title: 'Another' }))
    expect(look(rows, { copies: [ID] }).join()).toContain('the head is not the folded journal')
  })

  it('that was broken off is none while its mark says that it is to be removed, else it is', () => {
    const { sessions: _, ...rest } = disk()
    expect(look({ ...rest, purges: [{ sessionId: ID }] })).toEqual([])
    expect(look(rest).join()).toContain('it is gone and has left rows for ever')
  })

  it('that is another scenario’s is left alone', () => {
    const { sessions: _, ...rest } = disk()
    expect(look(rest, { owned: [ID] })).toEqual([])
  })
})

describe('a deleted session', () => {
  it('may be there still or be gone, but not be back', () => {
    expect(look(disk({ type: 'user-delete-session' }), { doomed: [ID] })).toEqual([])
    expect(look({ 'pending-blobs': [{ sha: SHA }] }, { doomed: [ID] })).toEqual([])
    expect(look(disk(), { doomed: [ID] }).join()).toContain('it was deleted, and is back')
  })
})

it('bytes that nobody names and nobody will remove are a violation', () => {
  const rows = disk()
  rows['blob-names'] = []
  expect(look(rows).join()).toContain('bytes that nobody names')
})

it.each([
  ['gone', {}, /the bytes a+ that it names are gone/],
  ['other bytes', { [SHA]: 'b' }, /the bytes a+ that it names are b/],
])('a name of bytes that are %s is a violation', (_what, blobs, words) => {
  const found = othersViolations({ rows: disk(), blobs, doomed: [], copies: [], owned: new Set() })
  expect(found.join()).toMatch(words)
})
