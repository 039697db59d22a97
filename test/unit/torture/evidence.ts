import { castDraft } from 'mutative'
import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { said } from '../../support/said.ts'
import type { Evidence } from '../../torture/oracle.ts'
import type { Commanded } from '../../torture/oracle-commands.ts'
import type { Entry } from '../../torture/stored.ts'
import { plain, USAGE } from '../agent/session.ts'
import { CONFIG } from '../agent/world/settings.ts'

/**
 * A flawless session: one message, one payment, one file, one answer. Tests spoil one thing each, and the oracle must
 * say so.
 */

export const ID = 's1n0'
export const SHA = 'a'.repeat(64)
export type Row = Record<string, unknown>

export const commanded = (changes: Partial<Commanded>): Commanded => ({
  ...{ id: 'c9', messageId: null, outcome: 'committed', damaged: false, early: false, returned: false },
  ...changes,
})

/** `compressed`: the history was summarised at its end. `title`: how it is called. */
export function record({ compressed = false, title = 'T' } = {}): Evidence & { rows: Record<string, Row[]> } {
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
  put({ commandId: 'c0', type: 'session-create', sessionId: ID, config: { ...CONFIG, compressAbove: null, tools } })
  const message = { messageId: 'm0', content: plain('do it'), delivery: 'steer' } as const
  put(said({ commandId: 'c1', type: 'user-send-message', ...message }))
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
    plan: [{ text: 'Write it down', state: 'done' }],
  })
  ask('All done: m0.', [])
  put({ type: 'brain-name-session', title })
  if (compressed) {
    put(said({ type: 'user-compact', instruction: '' }))
    put({
      ...{ type: 'brain-compress-history', cut: state.head.compact?.cut ?? 0, summary: 'All is done.' },
      ...{ cutAt: state.head.seq - 1, remaining: 0, calls: [], rows: 3 },
      words: [{ n: 0, seq: state.head.lastUserSeq, size: 2, whole: true }],
    })
  }

  const { head, config, messages, summary, plan } = state
  const owned = (rows: readonly object[]): Row[] =>
    structuredClone(rows.map((row) => ({ ...row, sessionId: ID, epoch: 1 })))
  return {
    sessionId: ID,
    rows: {
      sessions: owned([head]),
      'blob-names': owned([{ sha: SHA }]),
      configs: owned([{ config }]),
      summaries: owned(summary === null ? [] : [{ summary }]),
      plans: owned(plan === null ? [] : [{ plan }]),
      messages: owned(messages),
      files: owned(state.files),
      journal: owned(journal.map((input) => ({ seq: input.seq, timestamp: input.timestamp, input }))),
      snapshots: owned([{ seq: 1, page: 0, last: true, part: diff(initiate(ID), first ?? state) }]),
    },
    blobs: { [SHA]: SHA },
    onDisk: { [`${ID}/out/disk_write.md`]: 'disk_write' },
    acts: [{ n: 0, at: 0, tool: 'test_pay', key: pay, session: ID, step: 'x' }],
    askings: 2,
    sent: [{ messageId: 'm0', outcome: 'committed', after: [] }],
    commands: [commanded({ id: 'c0', messageId: null }), commanded({ id: 'c1', messageId: 'm0' })],
    view: castDraft(structuredClone({ head, config, plan, queue: [], messages: [...messages] })),
    app: messages.map((row, n) => ({
      ...{ n, total: messages.length, label: row.role === 'user' ? 'You' : 'Assistant' },
      text: row.content.map((block) => (block.type === 'text' ? block.text : '')).join(' '),
    })),
  }
}
export type Spoilt = ReturnType<typeof record>
export const journalOf = ({ rows }: Spoilt): Entry[] => rows['journal'] as never
export const last = <Value>(values: readonly Value[] | undefined): Value => values?.at(-1) as Value

export type Spoilings = [what: string, words: RegExp, spoil: (spoilt: Spoilt) => unknown][]
