import { describe, expect, it } from 'vitest'
import { said } from '../../support/said.ts'
import { violations } from '../../torture/oracle.ts'
import { plain } from '../agent/session.ts'
import { ID, journalOf, last, type Row, record, SHA, type Spoilings } from './evidence.ts'

it('finds nothing in a flawless session', () => {
  expect(violations(record())).toEqual([])
})

describe('sees', () => {
  const spoilings: Spoilings = [
    ['a session that is gone', /is gone/, ({ rows }) => Object.assign(rows, { sessions: [] })],
    ['two writers that interleave', /interleave/, (e) => Object.assign(journalOf(e)[3] ?? {}, { epoch: 2 })],
    [
      'a row that is not what the journal makes',
      /row 1 is not/,
      ({ rows }) => Object.assign(rows['messages']?.[1] ?? {}, { seq: 99 }),
    ],
    ['a head that is not', /head is not/, ({ rows }) => Object.assign(rows['sessions']?.[0] ?? {}, { title: 'other' })],
    ['a plan that is gone', /the plan is not the folded journal/, ({ rows }) => rows['plans']?.pop()],
    [
      'a plan that says something else',
      /the plan is not the folded journal/,
      ({ rows }) =>
        Object.assign((rows['plans']?.[0]?.['plan'] as { steps?: object[] } | undefined)?.steps?.[0] ?? {}, {
          state: 'active',
        }),
    ],
    [
      'a file on disk that was said to be written and is not',
      /wrote to disk, and there is/,
      (e) => Object.assign(e, { onDisk: {} }),
    ],
    [
      'half a file on disk',
      /left "disk" on disk/,
      (e) => Object.assign(e, { onDisk: { [`${ID}/out/disk_write.md`]: 'disk' } }),
    ],
    [
      'a file on disk that nobody wrote',
      /files on disk that no call wrote/,
      ({ onDisk }) => Object.assign(onDisk, { [`${ID}/out/else.md`]: 'else' }),
    ],
    ['a lost row', /rows are missing/, ({ rows }) => rows['messages']?.pop()],
    ['a journal that ends early', /the journal at/, ({ rows }) => rows['journal']?.pop()],
    [
      'an accepted message that is not there',
      /accepted/,
      (e) => Object.assign(e, { sent: [...e.sent, { messageId: 'm1', outcome: 'known', after: [] }] }),
    ],
    ['a message that was not accepted and is there', /accepted/, (e) => Object.assign(e, { sent: [] })],
    [
      'a call without a result',
      /is closed and its result is null/,
      ({ rows }) => {
        const answer = rows['messages']?.[1] as { calls: { result: unknown }[] }
        Object.assign(answer.calls[0] ?? {}, { result: null })
      },
    ],
    [
      'a call that ended twice',
      /ended 2 times/,
      (e) => {
        const entry = journalOf(e).find(({ input }) => input.type === 'toolkit-respond')
        if (entry) journalOf(e).push({ ...entry, seq: last(journalOf(e)).seq })
      },
    ],
    [
      'an act without a committed intent',
      /was started 0 times/,
      (e) => {
        e.rows['journal'] = journalOf(e).filter(({ input }) => input.type !== 'toolkit-start')
      },
    ],
    [
      'a once act that happened twice',
      /must run once, acted 2 times/,
      (e) => Object.assign(e, { acts: [...e.acts, ...e.acts] }),
    ],
    [
      'an act of nobody',
      /which is no call/,
      (e) => Object.assign(e, { acts: [...e.acts, { ...e.acts[0], key: '9.9.9' }] }),
    ],
    ['a result whose act never happened', /receipt that is not its own/, (e) => Object.assign(e, { acts: [] })],
    ['more askings than committed starts', /asked 3 times/, (e) => Object.assign(e, { askings: 3 })],
    [
      'a file that no result speaks of',
      /results say/,
      ({ rows }) => Object.assign(rows['files']?.[0] ?? {}, { path: 'b.md' }),
    ],
    ['lost bytes', /the bytes of a.md are gone/, (e) => Object.assign(e, { blobs: {} })],
    ['other bytes than the name says', /the bytes of a.md are b/, (e) => Object.assign(e, { blobs: { [SHA]: 'b' } })],
    [
      'text of an ended answer that is kept',
      /pieces of text/,
      ({ rows }) => Object.assign(rows, { streams: [{ sessionId: ID }] }),
    ],
    [
      'a message that nobody answered',
      /nobody answered m0/,
      ({ rows }) => {
        const answer = last(rows['messages']) as { content: unknown }
        answer.content = plain('Something else.')
      },
    ],
    [
      'a page that shows something else',
      /a page shows another head/,
      (e) => Object.assign(e.view?.head ?? {}, { seq: 0 }),
    ],
    ['a page that shows another row', /another row 0/, (e) => Object.assign(e.view?.messages[0] ?? {}, { seq: 0 })],
  ]
  it.each(spoilings)('%s', (_what, words, spoil) => {
    const spoilt = record()
    spoil(spoilt)
    expect(violations(spoilt).join('\n')).toMatch(words)
  })

  it('a file on disk of a call that was denied, unless another call of the same step was begun', () => {
    const spoilt = record()
    const [, answer] = spoilt.rows['messages'] as unknown as [Row, { calls: Row[] }]
    const denied = { ...last(answer.calls), id: 'denied', result: { kind: 'error', error: 'denied', content: [] } }
    answer.calls.push(denied)
    // as when two answers that go on side by side call one step, and one of them is denied
    expect(violations(spoilt).join('\n')).not.toContain('was not begun')
    answer.calls.splice(-2, 1)
    expect(violations(spoilt).join('\n')).toContain('call denied was not begun and wrote to disk')
  })

  it('messages that overtook each other', () => {
    const evidence = record()
    const sent = [{ messageId: 'm0', outcome: 'committed', after: ['m1'] }]
    journalOf(evidence).push({
      ...last(journalOf(evidence)),
      input: said({
        type: 'user-send-message',
        messageId: 'm1',
        content: plain('x'),
        delivery: 'steer',
        seq: 1,
        timestamp: 0,
      }),
    })
    expect(violations({ ...evidence, sent }).join('\n')).toContain('m0 overtook m1')
  })
})
