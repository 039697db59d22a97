import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../src/agent/message.ts'
import { type DeviceEvidence, type Evidence, violations } from '../../torture/devices/oracle.ts'
import { saidOf } from '../../torture/devices/store.ts'
import { type Rows, rowsOf } from '../../torture/stored.ts'
import { ID, record } from './evidence.ts'

/**
 * One session with one payment, which both devices tell alike; Phone keeps a copy of it besides. Each test spoils one
 * thing.
 */
function sound(): Evidence {
  const { rows, acts } = record()
  const own = (): Rows => structuredClone(rowsOf(rows, ID)) as Rows
  const copy = structuredClone(rowsOf(record({ title: 'T (from this device)' }).rows, ID)) as Rows
  return {
    log: [
      { kind: 'rows', device: 'a', previous: '', hash: 'h0', rows: own().journal.map(({ input }) => saidOf(input)) },
      { kind: 'take', device: 'b', previous: 'h0', hash: 'h1', rows: [] },
    ],
    devices: [
      { name: 'Laptop', own: own(), shown: own().messages, copies: [], told: ['m0'] },
      { name: 'Phone', own: own(), shown: own().messages, copies: [copy], told: [] },
    ],
    acts: acts.map((act) => ({ ...act })),
  }
}

it('finds nothing in sound evidence', () => {
  expect(violations(sound())).toEqual([])
})

it('an act whose own start was lost with the storage may have happened once more', () => {
  const evidence = sound()
  also(evidence.acts, { ...payment(evidence), n: 1 })
  expect(violations({ ...evidence, lost: new Set([callsIn(laptop(evidence).own)[0]?.id ?? '']) })).toEqual([])
})

const laptop = ({ devices }: Evidence): DeviceEvidence & { own: Rows } => devices[0] as never
const phone = ({ devices }: Evidence): DeviceEvidence & { own: Rows } => devices[1] as never
const rowsIn = ({ log }: Evidence) => log[0]?.rows ?? []
const callsIn = ({ messages }: Rows): ToolCall[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
const payment = (evidence: Evidence) => evidence.acts[0] as Evidence['acts'][number]
/** In all that devices have of it: then only the outside world contradicts. */
const everywhere = ({ devices }: Evidence, spoil: (rows: Rows) => void): void => {
  for (const { own, copies } of devices) for (const rows of [...(own ? [own] : []), ...copies]) spoil(rows)
}
const also = <Value>(list: readonly Value[], value: Value): void => void (list as Value[]).push(value)

type Spoilings = [what: string, words: RegExp, spoil: (evidence: Evidence) => unknown][]
const OUTSIDE: Spoilings = [
  ['an act that happened twice', /x, which must run once, acted 2 times/, (e) => also(e.acts, { ...payment(e), n: 1 })],
  [
    'an act that happened again under another key',
    /x, which must run once, acted 2 times/,
    (e) => also(e.acts, { ...payment(e), key: callsIn(laptop(e).own)[1]?.key ?? 'other', n: 1 }),
  ],
  [
    'an act whose start is not in the log',
    /its start does not stand in the log/,
    (e) =>
      rowsIn(e).splice(
        rowsIn(e).findIndex(({ type }) => type === 'toolkit-start'),
        1,
      ),
  ],
  [
    'an act that happened twice, where the start of another one was lost with the storage',
    /x, which must run once, acted 2 times/,
    (e) => {
      also(e.acts, { ...payment(e), n: 1 })
      Object.assign(e, { lost: new Set([callsIn(laptop(e).own)[1]?.id]) })
    },
  ],
  ['an act of no call', /no device knows to be a call/, (e) => Object.assign(payment(e), { key: 'nobody' })],
  [
    'a key that names two acts',
    /one key names several acts/,
    (e) => also(e.acts, { ...payment(e), n: 1, step: 'y', tool: 'test_put' }),
  ],
  ['a receipt of another act', /shows a receipt that is not its own: 0/, (e) => Object.assign(payment(e), { n: 7 })],
]
const LOG: Spoilings = [
  [
    'rows of a device whose take was lost and not sent again',
    /b wrote slot 1 without having the session/,
    (e) => Object.assign(e.log[1] ?? {}, { kind: 'rows' }),
  ],
  ['a log with a hole', /Slot 1 does not follow/, (e) => Object.assign(e.log[1] ?? {}, { previous: 'hx' })],
  [
    'a row of who had lost',
    /a wrote slot 2/,
    (e) => e.log.push({ ...(e.log[0] as never as object), previous: 'h1', hash: 'h2', rows: [] } as never),
  ],
  [
    'an act that must not repeat and was begun twice',
    /The start of .* stands in the log twice/,
    (e) => rowsIn(e).push(rowsIn(e).find(({ type }) => type === 'toolkit-start') as never),
  ],
  ['a device that tells less than the log', /Phone tells other than the log/, (e) => rowsIn(e).pop()],
  [
    'a message of which a person was told that it is kept',
    /Laptop has lost the message gone/,
    (e) => laptop(e).told.push('gone'),
  ],
]
const DEVICES: Spoilings = [
  ['a session that is gone', /Phone has no session of this log/, (e) => Object.assign(phone(e), { own: null })],
  [
    'a copy that does not say what it is',
    /Phone has a copy that does not say so/,
    (e) => {
      const rows = structuredClone(laptop(e).own)
      phone(e).copies.push(rows)
    },
  ],
  [
    'rows that the journal does not make',
    /Laptop: the head is not the folded journal/,
    (e) => {
      laptop(e).own.head = { ...laptop(e).own.head, title: 'Another' }
    },
  ],
  [
    'a call without an end',
    /rests as running|is running and its result/,
    (e) => everywhere(e, (rows) => Object.assign(callsIn(rows)[0] ?? {}, { status: 'running' })),
  ],
  ['a page that shows less', /Phone shows other than it stores/, (e) => Object.assign(phone(e), { shown: [] })],
  [
    'a page that shows something else',
    /Laptop shows other than it stores/,
    (e) => {
      const [first, ...rest] = laptop(e).shown
      Object.assign(laptop(e), { shown: [{ ...first, n: 7 }, ...rest] })
    },
  ],
  ['two conversations', /the messages differ/, (e) => phone(e).own.messages.pop()],
  ['two lists of files', /the files differ/, (e) => phone(e).own.files.pop()],
  ['a message that nobody answered', /nobody answered m0/, (e) => everywhere(e, (rows) => rows.messages.pop())],
  [
    'a session that does not rest',
    /it rests as stopped/,
    (e) =>
      everywhere(e, (rows) => {
        rows.head = { ...rows.head, hold: { kind: 'aborted' } as never }
      }),
  ],
]
describe.each([
  ['outside', OUTSIDE],
  ['in the log', LOG],
  ['on the devices', DEVICES],
] as const)('%s', (_, spoilings) => {
  it.each(spoilings)('finds %s', (_what, words, spoil) => {
    const evidence = sound()
    spoil(evidence)
    expect(violations(evidence).join('\n')).toMatch(words)
  })
})
