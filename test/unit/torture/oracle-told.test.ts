import { expect, it } from 'vitest'
import { violations } from '../../torture/oracle.ts'
import { plain } from '../agent/session.ts'
import { commanded, ID, journalOf, last, record, type Spoilings } from './evidence.ts'

/**
 * Spoilt evidence that the oracle once let pass: what pages show, what a person was told, rows that nothing was
 * compared with.
 */

const spoilings: Spoilings = [
  ['a page that shows no rows at all', /shows the rows {2}of 3/, (e) => Object.assign(e.view ?? {}, { messages: [] })],
  ['a page that shows no last row', /shows the rows 0,1 of 3/, (e) => e.view?.messages.pop()],
  ['a page that shows a hole', /shows the rows 0,2 of 3/, (e) => e.view?.messages.splice(1, 1)],
  ['a session that no page shows', /no page shows it/, (e) => Object.assign(e, { view: undefined })],
  [
    'a page that shows another queue',
    /another queue/,
    (e) => e.view?.queue.push({ id: 'm1', seq: 9, timestamp: 0, content: plain('x'), delivery: 'steer' }),
  ],
  [
    'a page that shows another configuration',
    /another configuration/,
    (e) => Object.assign(e.view?.config ?? {}, { systemPrompt: 'other' }),
  ],
  ['a product’s page without rows', /does not show its last row, 2/, (e) => Object.assign(e, { app: [] })],
  [
    'a product’s page that shows a damaged message',
    /product's page shows another row/,
    (e) => Object.assign(e.app?.[1] ?? {}, { label: 'Damaged message' }),
  ],
  [
    'a product’s page without the end of the last answer',
    /lacks the end of the last answer, “All done: m0.”/,
    (e) => Object.assign(e.app?.[2] ?? {}, { text: 'All' }),
  ],
  [
    'a summary that the journal does not make',
    /the summary is not the folded/,
    ({ rows }) =>
      Object.assign(rows, {
        summaries: [{ sessionId: ID, epoch: 1, summary: { text: 'x', cutAt: 1, calls: [], loaded: [] } }],
      }),
  ],
  [
    'a later snapshot that is not the state of its moment',
    /snapshot 2: the head is not/,
    ({ rows }) => rows['snapshots']?.push({ ...last(rows['snapshots']), seq: 2 }),
  ],
  [
    'a snapshot of a moment that never was',
    /a snapshot of 999/,
    ({ rows }) => rows['snapshots']?.push({ ...last(rows['snapshots']), seq: 999 }),
  ],
  [
    'a snapshot of another writer',
    /the first snapshot was written by 2, not 1/,
    ({ rows }) => Object.assign(rows['snapshots']?.[0] ?? {}, { epoch: 2 }),
  ],
  ...(['sessions', 'configs', 'messages', 'files'] as const).map((store): Spoilings[number] => [
    `a row in ${store} of a writer that did not change it`,
    /was written by 7, its last change by 1/,
    ({ rows }) => Object.assign(rows[store]?.[0] ?? {}, { epoch: 7 }),
  ]),
  [
    'a file whose bytes nobody names',
    /the name of the bytes a+ was written by nobody/,
    ({ rows }) => Object.assign(rows, { 'blob-names': [] }),
  ],
  [
    'an entry of the journal that does not apply',
    /does not apply: user-cancel-queued/,
    (e) => {
      const { seq } = last(journalOf(e))
      const input = { type: 'user-cancel-queued', messageId: 'none', seq: seq + 1, timestamp: 0 } as const
      journalOf(e).push({ ...last(journalOf(e)), seq: seq + 1, timestamp: 0, input })
    },
  ],
  [
    'a committed command that is not in the journal',
    /c9 was told committed, and is in the journal 0 times/,
    (e) => Object.assign(e, { commands: [commanded({})] }),
  ],
  [
    'a known command that is not in the journal',
    /c9 was told known, and is in the journal 0 times/,
    (e) => Object.assign(e, { commands: [commanded({ outcome: 'known' })] }),
  ],
  [
    'a command that was carried out twice',
    /c1 is in the journal 2 times/,
    (e) => {
      const entry = journalOf(e).find(({ input }) => input.commandId === 'c1')
      if (entry) journalOf(e).push(entry)
    },
  ],
  [
    'a message that did not apply and is not there',
    /accepted: m0,m1/,
    (e) => Object.assign(e, { sent: [...e.sent, { messageId: 'm1', outcome: 'unapplied', after: [] }] }),
  ],
]

it.each(spoilings)('sees %s', (_what, words, spoil) => {
  const spoilt = record()
  spoil(spoilt)
  expect(violations(spoilt).join('\n')).toMatch(words)
})
