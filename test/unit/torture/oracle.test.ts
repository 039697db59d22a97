import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { type Evidence, violations } from '../../torture/oracle.ts'
import { plain, USAGE } from '../agent/session.ts'
import { CONFIG } from '../agent/world/settings.ts'

/** A flawless session: one message, one payment, one file, one answer. Each test spoils one thing, and the oracle must say so. */

const ID = 's1n0'
const SHA = 'a'.repeat(64)
type Row = Record<string, unknown>

function record(): Evidence & { rows: Record<string, Row[]> } {
  const tools = {
    test_pay: { repeat: 'once', approval: 'allow', sequential: false },
    write_file: { repeat: 'pure', approval: 'allow', sequential: false },
    disk_write: { repeat: 'idempotent', approval: 'allow', sequential: false },
  } as const
  const journal: Input[] = []
  let state: State = initiate(ID)
  let first: State | null = null
  const put = (input: Unstamped): void => {
    const stamped = { ...input, seq: state.head.seq + 1, timestamp: 1000 }
    const next = transition(stamped)(state)
    if (next === state) throw new Error(`${input.type} does not apply`)
    journal.push(stamped)
    state = next
    first ??= next
  }
  const ask = (text: string, names: (keyof typeof tools)[]): void => {
    const work = { cut: state.head.unseen?.cut ?? 0, attempt: 0 }
    put({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
    const toolCalls = names.map((name) => ({ providerId: name, name, args: '{}' }))
    if (names.length > 0) put({ type: 'brain-call-tools', ...work, toolCalls })
    put({
      type: 'brain-send-message-complete',
      ...work,
      content: plain(text),
      stopReason: 'stop',
      usage: USAGE,
      cost: 0,
    })
  }
  put({ type: 'session-create', sessionId: ID, config: { ...CONFIG, compressAbove: null, tools } })
  put({ type: 'user-send-message', messageId: 'm0', content: plain('do it'), delivery: 'steer', partials: {} })
  ask('Now.', ['test_pay', 'write_file', 'disk_write'])
  const [pay = '', write = '', disk = ''] = state.messages.flatMap((row) =>
    row.role === 'assistant' ? row.calls.map(({ id }) => id) : [],
  )
  for (const toolCallId of [pay, write, disk]) put({ type: 'toolkit-start', toolCallId, attempt: 0 })
  const files = [{ path: 'a.md', from: null, to: SHA, size: 1, mediaType: 'text/markdown' }]
  put({
    type: 'toolkit-respond',
    toolCallId: pay,
    attempt: 0,
    content: plain('receipt 0'),
    known: [],
    terminate: false,
  })
  put({
    type: 'toolkit-respond',
    toolCallId: write,
    attempt: 0,
    content: plain('ok'),
    known: [],
    terminate: false,
    files,
  })
  put({
    type: 'toolkit-respond',
    toolCallId: disk,
    attempt: 0,
    content: plain('Created.'),
    known: [],
    terminate: false,
  })
  ask('All done: m0.', [])
  put({ type: 'brain-name-session', title: 'T' })

  const { head, config, messages } = state
  const owned = (rows: readonly object[]): Row[] =>
    structuredClone(rows.map((row) => ({ ...row, sessionId: ID, epoch: 1 })))
  return {
    sessionId: ID,
    rows: {
      sessions: owned([head]),
      configs: owned([{ config }]),
      messages: owned(messages),
      files: owned(state.files),
      journal: owned(journal.map((input) => ({ seq: input.seq, input }))),
      snapshots: owned([{ seq: 1, part: diff(initiate(ID), first ?? state) }]),
    },
    blobs: { [SHA]: SHA },
    onDisk: { [`${ID}/out/disk_write.md`]: 'disk_write' },
    acts: [{ n: 0, at: 0, tool: 'test_pay', key: pay, session: ID, step: 'x' }],
    askings: 2,
    sent: [{ messageId: 'm0', outcome: 'committed', after: [] }],
    view: structuredClone({ head, messages: [...messages] }),
  }
}
type Record_ = ReturnType<typeof record>
const journalOf = ({ rows }: Record_): { seq: number; epoch: number; input: Input }[] => rows['journal'] as never
const last = <Value>(values: readonly Value[] | undefined): Value => values?.at(-1) as Value

it('finds nothing in a flawless session', () => {
  expect(violations(record())).toEqual([])
})

describe('sees', () => {
  const spoilings: [string, RegExp, (spoilt: Record_) => unknown][] = [
    ['a session that is gone', /is gone/, ({ rows }) => Object.assign(rows, { sessions: [] })],
    ['two writers that interleave', /interleave/, (e) => Object.assign(journalOf(e)[3] ?? {}, { epoch: 2 })],
    [
      'a row that is not what the journal makes',
      /row 1 is not/,
      ({ rows }) => Object.assign(rows['messages']?.[1] ?? {}, { seq: 99 }),
    ],
    ['a head that is not', /head is not/, ({ rows }) => Object.assign(rows['sessions']?.[0] ?? {}, { title: 'other' })],
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

  it('messages that overtook each other', () => {
    const evidence = record()
    const sent = [{ messageId: 'm0', outcome: 'committed', after: ['m1'] }]
    journalOf(evidence).push({
      ...last(journalOf(evidence)),
      input: {
        type: 'user-send-message',
        messageId: 'm1',
        content: plain('x'),
        delivery: 'steer',
        partials: {},
        seq: 1,
        timestamp: 0,
      },
    })
    expect(violations({ ...evidence, sent }).join('\n')).toContain('m0 overtook m1')
  })
})
