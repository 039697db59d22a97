import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { said } from '../../support/said.ts'
import { type Commanded, checkCommands } from '../../torture/oracle-commands.ts'
import { type Rows, rowsOf } from '../../torture/stored.ts'
import { plain } from '../agent/session.ts'
import { CONFIG } from '../agent/world/settings.ts'

/** A message that was refused, in sessions with different pasts: what the rig must not take for an answer. */

const ID = 's1n0'
const DELETED = 'This session was deleted. The message was not sent.'
const FULL = 'Too many queued messages. This one was not sent.'
const ABSENT = 'This session no longer exists.'
const DAMAGED = 'This session can’t continue: message 3 of this session is damaged. Nothing was changed.'
const UNREADABLE = 'A saved record can’t be read: message 3 of this session.'

const message = (n: number, commandId?: string): Unstamped => ({
  ...said({ type: 'user-send-message', messageId: `m${n}`, content: plain('x'), delivery: 'follow-up' }),
  ...(commandId === undefined ? {} : { commandId }),
})

function session(...more: Unstamped[]): Rows {
  const journal: Input[] = []
  let state: State = initiate(ID)
  let first: State | null = null
  for (const input of [{ type: 'session-create' as const, sessionId: ID, config: CONFIG }, ...more]) {
    const stamped = { ...input, seq: state.head.seq + 1, timestamp: 1000 }
    state = transition(stamped)(state)
    journal.push(stamped)
    first ??= state
  }
  const owned = (row: object): Record<string, unknown> => ({ ...row, sessionId: ID, epoch: 1 })
  const rows = rowsOf(
    {
      sessions: [owned(state.head)],
      configs: [owned({ config: state.config })],
      journal: journal.map((input) => owned({ seq: input.seq, timestamp: 1000, input })),
      snapshots: [owned({ seq: 1, page: 0, last: true, part: diff(initiate(ID), first ?? state) })],
    },
    ID,
  )
  if (rows === null) throw new Error('No session')
  return rows
}
function look(rows: Rows, words: string, changes: Partial<Commanded> = {}): string {
  const found: string[] = []
  const refused = { id: 'c5', messageId: 'm99', outcome: `refused: ${words}` }
  const commands = [{ ...refused, damaged: false, early: false, returned: false, ...changes }]
  checkCommands(rows, { commands }, (holds, sentence) => void (holds || found.push(sentence)))
  return found.join('\n')
}
const deleted = (): Rows => session({ type: 'user-delete-session' }, { type: 'user-restore-session' })
const full = (): Rows => session(...Array.from({ length: 40 }, (_, n) => message(n)))

describe('a refusal', () => {
  it.each([
    ['of a message in a session that had been deleted', deleted(), DELETED, {}],
    ['of a message when as many waited as may', full(), FULL, {}],
    ['of what came before the making of its session', session(), ABSENT, { early: true }],
    ['of what a damaged session was given', session(), DAMAGED, { damaged: true }],
    ['of what needs a record that cannot be read', session(), UNREADABLE, { damaged: true }],
  ] as const)('%s is none', (_what, rows, words, changes) => {
    expect(look(rows, words, changes)).toBe('')
  })

  it.each([
    ['of a message because of a deletion that never was', session(message(0)), DELETED, {}],
    ['of anything but a message because of a deletion', deleted(), DELETED, { messageId: null }],
    ['of a message because of a full queue that never was', session(message(0)), FULL, {}],
    ['of what came after the making of its session', session(), ABSENT, {}],
    ['because of damage where there was none', session(), DAMAGED, {}],
    ['because of a record that was whole', session(), UNREADABLE, {}],
    ['in words that nobody foresaw', deleted(), 'Couldn’t understand this: bad message', {}],
  ] as const)('%s is a message thrown away without a reason', (_what, rows, words, changes) => {
    expect(look(rows, words, changes)).toContain('was refused without a good reason')
  })

  it('of a message that is in the journal is a lie, under whatever command it came there', () => {
    const rows = session(message(99, 'c6'), { type: 'user-delete-session' }, { type: 'user-restore-session' })
    expect(look(rows, DELETED)).toContain('c5 (m99) was refused and is in the journal')
  })

  it('of a command that is in the journal is a lie; a killed browser that brought it back gave it again', () => {
    const rows = session(message(99, 'c5'))
    expect(look(rows, DAMAGED, { damaged: true })).toContain('was refused and is in the journal')
    expect(look(rows, DAMAGED, { damaged: true, returned: true })).toBe('')
  })
})
