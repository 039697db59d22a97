import { describe, expect, it } from 'vitest'
import { helperViolations } from '../../torture/oracle-helpers.ts'
import { textOf } from '../../torture/program.ts'
import { ID, type Row, record } from './evidence.ts'

/** A session whose first call was handed to a helper, which paid once and wrote a file. Each test spoils one thing. */

const HELPER = 'helper'
const NAME = 'hs1n0-0x0x0'
type Call = { id: string; name: string; helper?: string; result: { kind: string } | null }

function sound() {
  const { rows: own, acts, blobs } = record()
  const callsIn = (rows: Record<string, Row[]>): Call[] =>
    (rows['messages'] ?? []).flatMap((row) => (row['calls'] as Call[] | undefined) ?? [])
  const [delegate] = callsIn(own) as [Call]
  Object.assign(delegate, { name: 'delegate', helper: HELPER })
  const helper = record().rows
  for (const row of Object.values(helper).flat()) row['sessionId'] = HELPER
  const [head] = helper['sessions'] as [Row]
  head['parent'] = { session: ID, call: delegate.id, depth: 1, released: true }
  const [task] = helper['messages'] as [Row]
  task['content'] = [{ type: 'text', text: textOf({ messageId: NAME, rounds: [] }) }]
  const rows: Record<string, Row[]> = {}
  for (const store of Object.keys(own)) rows[store] = [...(own[store] ?? []), ...(helper[store] ?? [])]
  return {
    ...{ sessionId: ID, rows, blobs, delegate, head, task },
    acts: acts.map((act) => ({ ...act, session: NAME })),
    askings: 2,
  }
}
/** As if a step had been called twice, side by side: a second helper with the same name, and an act with its key. */
function withTwin(evidence: Spoilt, key: string): Spoilt {
  const { rows, acts } = evidence
  for (const store of Object.keys(rows))
    for (const row of (rows[store] ?? []).filter(({ sessionId }) => sessionId === HELPER)) {
      const twin = { ...structuredClone(row), sessionId: 'twin' } as Row
      for (const call of (twin['calls'] as { key?: string }[] | undefined) ?? []) call.key = key
      if (store === 'sessions') Object.assign(twin['parent'] as object, { call: 'other' })
      rows[store]?.push(twin)
    }
  acts.push(...acts.map((act) => ({ ...act, n: act.n + 100, key })))
  return evidence
}
type Spoilt = ReturnType<typeof sound>
const look = ({ askings, ...evidence }: Spoilt): string[] =>
  helperViolations({ ...evidence, askingsOf: (name) => (name === NAME ? askings : 0) })

it('finds nothing in sound evidence', () => {
  expect(look(sound())).toEqual([])
})

it('an act of a helper was reported as no call if another helper had the same name', () => {
  expect(look(withTwin(sound(), 'its own')).filter((sentence) => /is no call|acted/.test(sentence))).toEqual([])
  const foreign = withTwin(sound(), 'its own')
  Object.assign(foreign.acts[0] as object, { key: 'nobody' })
  expect(look(foreign).join('\n')).toMatch(/an act of nobody, which is no call/)
})

const SPOILINGS: [what: string, words: RegExp, spoil: (spoilt: Spoilt) => unknown][] = [
  [
    'a call that two helpers have',
    /call \S+ of \S+ has two helpers/,
    ({ rows }) => {
      for (const store of Object.keys(rows))
        for (const row of (rows[store] ?? []).filter(({ sessionId }) => sessionId === HELPER))
          rows[store]?.push({ ...structuredClone(row), sessionId: 'another' })
    },
  ],
  [
    'a helper that works for nobody',
    /was not released/,
    ({ head }) => Object.assign(head['parent'] as object, { released: undefined }),
  ],
  ['a helper without its task', /its first row is not its task/, ({ task }) => Object.assign(task, { content: [] })],
  [
    'an act of a helper that happened twice',
    /acted 2 times/,
    ({ acts }) => acts.push({ ...(acts[0] as never as object), n: 1 } as never),
  ],
  [
    'an act of a helper that is no call',
    /an act of nobody, which is no call/,
    ({ acts }) => Object.assign(acts[0] as object, { key: 'nobody' }),
  ],
  [
    'a helper that was asked and did not say so',
    /the model was asked 9 times/,
    (spoilt) => Object.assign(spoilt, { askings: 9 }),
  ],
  ['bytes of a helper that are gone', /the bytes of a\.md are gone/, (spoilt) => Object.assign(spoilt, { blobs: {} })],
  [
    'bytes of a helper that nobody names',
    /was written by nobody/,
    ({ rows }) => {
      rows['blob-names'] = (rows['blob-names'] ?? []).filter(({ sessionId }) => sessionId !== HELPER)
    },
  ],
  [
    'an answer of a helper that is not there',
    /which a helper answered, has none/,
    ({ head }) => Object.assign(head['parent'] as object, { session: 'other' }),
  ],
  [
    'a wait for a helper that is not there',
    /which waited for a helper, has none/,
    ({ head, delegate }) => {
      Object.assign(head['parent'] as object, { call: 'other' })
      Object.assign(delegate, { result: { kind: 'stopped' } })
    },
  ],
]
describe('finds', () => {
  it.each(SPOILINGS)('%s', (_what, words, spoil) => {
    const evidence = sound()
    spoil(evidence)
    expect(look(evidence).join('\n')).toMatch(words)
  })
})
