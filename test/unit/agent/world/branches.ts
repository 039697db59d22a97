import { initiate } from '../../../../src/agent/initiate.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { State } from '../../../../src/agent/state.ts'
import { Account } from './account.ts'
import { restore } from './disk.ts'
import { Forgetful } from './let-go.ts'
import { freeze, must } from './machine.ts'
import { nonsense } from './nonsense.ts'
import type { Command } from './settings.ts'
import type { World } from './world.ts'

/**
 * What came from elsewhere: it is stopped, and then nothing applies to it but what a person may do with a recording.
 */
const asRecording = (w: World, then: State, from: number): { state: State; inputs: Input[] } => {
  const stamp = (seq: number): { seq: number; timestamp: number } => ({ seq, timestamp: w.clock })
  const inputs: Input[] = []
  let state = then
  for (const each of [{ type: 'user-abort', partials: {} }, { type: 'session-record' }] as const) {
    const input: Input = freeze({ ...each, ...stamp(state.head.seq + 1) })
    const next = freeze(w.machine.transition(input)(state))
    if (next !== state) inputs.push(input)
    state = next
  }
  if (state.head.deletedAt !== null) return { state, inputs }
  must(state.head.recorded === true, 'recording', () => 'it could not be recorded')
  must(Object.keys(w.machine.effectsAt(state)).length === 0, 'recording', () => 'it runs by itself')
  for (let a = 0; a < TRIED; a++) {
    const input: Input = { ...nonsense(w, { a: from + a * 5, b: a, c: from }), ...stamp(state.head.seq + 1) }
    const { messages, head } = w.machine.transition(input)(state)
    must(messages === state.messages && head.recorded === true, 'recording', () => `${input.type} has changed it`)
  }
  const said: Input = {
    ...{ type: 'user-send-message', messageId: 'late', content: [{ type: 'text', text: 'late' }] },
    ...{ delivery: 'steer', partials: {}, ...stamp(state.head.seq + 1) },
  }
  must(w.machine.transition(said)(state) === state, 'recording', () => 'a message has joined it')
  return { state, inputs }
}
const TRIED = 6

/**
 * The world goes on in a branch: a copy of the journal up to any of its inputs, of which any number of rows stay.
 * Everything that was running belongs to the session that is left, and the writer's counter goes on from the copy's own
 * end.
 */
export const branchOff = (w: World, { b, c }: Omit<Command, 'op'>): void => {
  w.flush()
  const { journal } = w.disk
  const past = journal.slice(0, 1 + (journal.length - 1 - ((b * 7 + c) % journal.length)))
  const then = past.reduce((before: State, input) => w.machine.transition(input)(before), initiate('s'))
  const { state, inputs } = c % 3 === 1 ? asRecording(w, then, b) : { state: then, inputs: [] }
  const copied = [...past, ...inputs]
  const { seq, count } = state.head
  const input: Input = freeze({
    type: 'session-branch',
    count: Math.max(0, count - (c % 4)),
    ...(b % 2 === 0 && { title: 'named' }),
    origin: { session: 's', seq, n: count, family: 's' },
    seq: seq + 1,
    timestamp: w.clock,
  })
  const next = freeze(w.machine.transition(input)(state))
  w.log.push(
    `    BRANCH after ${seq} with ${input.type === 'session-branch' && input.count} of ${count} rows, applies: ${next !== state}`,
  )
  if (next === state) {
    const first = state.messages[Math.max(0, count - (c % 4))]
    return must(
      (first !== undefined && first.seq <= state.head.summaryCutAt) || state.head.deletedAt !== null,
      'branch',
      () => 'refused for no reason',
    )
  }
  must(Object.keys(w.machine.effectsAt(next)).length === 0, 'h', () => 'a branch runs by itself')
  must(!state.head.private || next.head.private === true, 'private', () => 'a branch has forgotten what is private')
  must(next.head.recorded === undefined, 'recording', () => 'a branch of a recording is one')
  for (const row of next.messages.slice(0, -1)) {
    const old = state.messages[row.n]
    must(old?.seq === row.seq && old.role === row.role, 'branch', () => `row ${row.n} is another one`)
  }
  w.tasks.clear()
  w.gone.clear()
  w.asked.clear()
  w.disk = { state: next, journal: [...copied, input] }
  w.account = new Account(w)
  w.account.processed.push(...w.disk.journal)
  for (const each of w.disk.journal) w.account.journaled.add(each)
  w.state = restore(w.disk)
  w.forgetful = new Forgetful(w.machine, w.state)
  w.seq = next.head.seq
  w.check()
  w.account.replay()
}
