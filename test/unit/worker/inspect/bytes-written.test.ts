import { expect, it } from 'vitest'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../../src/agent/input.ts'
import type { State } from '../../../../src/agent/state.ts'
import { transition } from '../../../../src/agent/transition.ts'
import type { MachineView } from '../../../../src/protocol/machine-view.ts'
import type { JournalRow } from '../../../../src/storage/schema.ts'
import type { Versions } from '../../../../src/storage/versions/versions.ts'
import { bytesWritten } from '../../../../src/worker/inspect/bytes-written.ts'
import { plain, USAGE } from '../../agent/session.ts'
import { CONFIG } from '../../agent/world/settings.ts'

/** Versions that fold the journal again for each one that is asked for, so that two of them share nothing. */
function versionsOf(inputs: readonly Input[]): Versions {
  const rows = inputs.map((input): JournalRow => ({ sessionId: 's', seq: input.seq, epoch: 1, input }) as JournalRow)
  const get = (seq: number): State =>
    rows.filter((row) => row.seq <= seq).reduce((state, { input }) => transition(input)(state), initiate('s'))
  return {
    rows: () => rows,
    head: () => rows.at(-1)?.seq ?? null,
    get,
    previous: (seq) => rows.findLast((row) => row.seq < seq)?.seq ?? null,
    held: () => [],
    follow: async () => {},
  }
}

const stamped = (inputs: readonly Unstamped[]): Input[] =>
  inputs.map((input, place) => ({ ...input, seq: place + 1, timestamp: place + 1 }))

it('the Inspector said that a commit wrote all earlier messages, too', () => {
  const long = 'A long message. '.repeat(2000)
  const inputs = stamped([
    { type: 'session-create', sessionId: 's', config: CONFIG },
    { type: 'user-send-message', messageId: 'm', content: plain(long), delivery: 'steer', partials: {} },
    { type: 'brain-send-message-start', cut: 2, attempt: 0, model: { providerId: 'p', model: 'm' } },
    {
      type: 'brain-send-message-complete',
      cut: 2,
      attempt: 0,
      content: plain('Yes.'),
      stopReason: 'stop',
      usage: USAGE,
      cost: 0,
    },
  ] as Unstamped[])
  const note = (about: string) => ({ type: 'committed', about, at: 0 })
  const machine = {
    notes: [note('2 user-send-message'), note('4 brain-send-message-complete')],
  } as unknown as MachineView
  const bytes = bytesWritten()(versionsOf(inputs), machine)?.notes.map((each) => each.bytes ?? 0) ?? []
  expect(bytes[0]).toBeGreaterThan(2 * long.length)
  expect(bytes[1]).toBeLessThan(5000)
})
