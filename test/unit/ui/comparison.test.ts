import { expect, it } from 'vitest'
import { isPrivateSession, memoryOf, privateId } from '../../../src/settings/private-session.ts'
import { columnOf } from '../../../src/ui/base/state/compare-column.ts'
import { comparedId, comparisonOf, newGroup } from '../../../src/ui/base/state/comparison.ts'
import type { FamilyLine } from '../../../src/ui/base/state/variants.ts'

const uuid = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
const line = (id: string, more: Partial<FamilyLine> = {}): FamilyLine => ({
  ...{ id, timestamp: 1, createdAt: 1, count: 2, deletedAt: null },
  ...more,
})
const variant = (id: string, createdAt: number, n = 0, session = 'source'): FamilyLine =>
  line(id, { createdAt, origin: { session, n, family: 'source' } })

it('the list of sessions says which answers stand side by side, from whichever of them one looks', () => {
  const group = newGroup(uuid(7))
  const [b, c] = [comparedId('source', group, 0, uuid(2)), comparedId('source', group, 1, uuid(1))]
  const sessions = [variant(c, 2), line('source'), variant(b, 3), variant('edited', 9), line('other')]
  const found = { group, from: 0, ids: ['source', b, c] }
  for (const id of ['source', b, c]) expect(comparisonOf(sessions, id)).toEqual(found)
  expect(comparisonOf(sessions, 'edited')).toBeNull()
  expect(comparisonOf(sessions, 'other')).toBeNull()
  expect(comparisonOf(sessions, 'missing')).toBeNull()
})

it('the newest comparison of a session counts, and deleted answers do not', () => {
  const [first, second] = [newGroup(uuid(1)), newGroup(uuid(2))]
  const [a, b, c] = [
    comparedId('source', first, 0, uuid(1)),
    comparedId('source', second, 0, uuid(2)),
    comparedId('source', second, 1, uuid(3)),
  ]
  const sessions = [line('source'), variant(a, 1), variant(b, 5, 4), { ...variant(c, 6, 4), deletedAt: 9 }]
  expect(comparisonOf(sessions, 'source')).toEqual({ group: second, from: 4, ids: ['source', b] })
  expect(comparisonOf(sessions, a)).toEqual({ group: first, from: 0, ids: ['source', a] })
  expect(comparisonOf([{ ...line('source'), deletedAt: 3 }, variant(a, 1)], a)).toBeNull()
})

it('the answers of a private session are as private, and their ids fit the protocol', () => {
  const from = privateId(crypto.randomUUID())
  const id = comparedId(from, newGroup(crypto.randomUUID()), 2, crypto.randomUUID())
  expect(isPrivateSession(id)).toBe(true)
  expect(memoryOf(id)).toBe(memoryOf(from))
  expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(comparisonOf([line(from), variant(id, 1, 0, from)], id)?.ids).toEqual([from, id])
  expect(isPrivateSession(crypto.randomUUID())).toBe(false)
})

const question = { role: 'user', n: 0, seq: 2, timestamp: 1000, id: 'm', content: [{ type: 'text', text: 'Why?' }] }
const answer = {
  ...{ role: 'assistant', n: 1, seq: 3, timestamp: 1100, cut: 2, status: 'complete', calls: [{}, {}] },
  ...{
    content: [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Because.' },
    ],
    endedAt: 4000,
  },
  ...{ model: { providerId: 'p', model: 'm' }, usage: { input: 10, output: 5 }, cost: 0.25, failure: null },
}
const column = (rows: unknown[], streams: unknown[] = []) => columnOf(rows as never, streams as never)

it('a column adds up what its answers cost, without replaced ones, and says what has no price', () => {
  const replaced = { ...answer, status: 'replaced', cost: 100 }
  const unpriced = { ...answer, n: 3, cost: null, content: [{ type: 'text', text: 'Done.' }], endedAt: 9000 }
  expect(column([question, replaced, answer, unpriced])).toEqual({
    ...{ question: 'Why?', model: { providerId: 'p', model: 'm' }, text: 'Because.\n\nDone.', calls: 4 },
    ...{ cost: 0.25, unpriced: 1, answers: 2, tokens: 30, askedAt: 1000, endedAt: 9000, failure: null },
  })
})

it('a column never loses a word: it shows the stream while that is longer than what is stored', () => {
  const coming = { ...answer, status: 'streaming', content: [], usage: null, endedAt: null }
  const stream = {
    cut: 2,
    blocks: [
      { kind: 'text', text: 'Beca' },
      { kind: 'tool-call', text: 'x' },
    ],
  }
  expect(column([question, coming], [stream])).toMatchObject({ text: 'Beca', answers: 0, endedAt: null })
  expect(column([question, answer], [stream]).text).toBe('Because.')
  expect(column([], [])).toMatchObject({ question: '', model: null, text: '', askedAt: null })
  const failed = { ...answer, status: 'failed', failure: { kind: 'server', message: 'It broke.' } }
  expect(column([question, failed]).failure).toBe('It broke.')
})
