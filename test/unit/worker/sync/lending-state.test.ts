import { expect, it } from 'vitest'
import type { Note } from '../../../../src/worker/sync/devices/notes.ts'
import {
  beginLending,
  type LendingInput,
  type LendingState,
  lendingEffectsAt,
  lendingTransition,
} from '../../../../src/worker/sync/lending/lending-state.ts'
import { lawsRuns, lawsSeed } from '../../../support/runs.ts'

const run = (...inputs: LendingInput[]): LendingState => inputs.reduce(lendingTransition, beginLending)
const keysOf = (state: LendingState): string[] => Object.keys(lendingEffectsAt(state))
const note = (device: string, turn: number): Note => ({
  ...{ format: 1, device, name: device, beat: 0, sessions: [], keys: { turn, on: true } },
})
const heard = (notes: Note[], lends = true, removed: string[] = []): LendingInput => ({
  ...{ type: 'heard', notes, removed: new Set(removed), lends },
})
const lent = (turn: number) => new Map([['Phone', { turn, by: 'Phone', items: new Map() }]])
const ended = (turn: number, of = 0, said?: Note['keys']): LendingInput => ({
  ...{ type: 'ended', turn, lent: lent(of), said },
})

it('what changes while a round is under way is compared by another round, and several changes by one', () => {
  const busy = run({ type: 'changed' }, { type: 'changed' }, heard([note('Phone', 3)]))
  expect(keysOf(busy)).toEqual(['work:0'])
  const next = lendingTransition(busy, ended(0))
  expect(next).toMatchObject({ type: 'working', again: false, turn: 1 })
  expect(lendingTransition(next, ended(1, 3))).toMatchObject({ type: 'resting' })
})

it('a note begins a round only with a newer state than was read, or a removed device, and only where lending is on', () => {
  const rested = run(ended(0, 3))
  expect(lendingTransition(rested, heard([note('Phone', 3)])).type).toBe('resting')
  expect(lendingTransition(rested, heard([note('Phone', 4)], false)).type).toBe('resting')
  expect(lendingTransition(rested, heard([note('Phone', 4)])).type).toBe('working')
  expect(lendingTransition(rested, heard([], true, ['Phone'])).type).toBe('working')
})

it('a round that failed is tried again later, or at once when something changes; what it read is not read again', () => {
  const failed = run({ type: 'failed', turn: 0, lent: lent(3) })
  expect(keysOf(failed)).toEqual(['wait:0'])
  expect(failed.lent.get('Phone')?.turn).toBe(3)
  expect(keysOf(lendingTransition(failed, { type: 'again', turn: 0 }))).toEqual(['work:1'])
  expect(keysOf(lendingTransition(failed, { type: 'changed' }))).toEqual(['work:1'])
})

it('other devices are told once of each state of what is lent', () => {
  const said = run(ended(0, 0, { turn: 1, on: true }))
  expect(keysOf(said)).toEqual(['tell:1:true'])
  const same = [{ type: 'changed' } as const, ended(1, 0, { turn: 1, on: true })].reduce(lendingTransition, said)
  expect(keysOf(same)).toEqual(['tell:1:true'])
  expect(same.said).toBe(said.said)
})

it('whatever happens in whatever order: at most one round is under way, nothing of an earlier one counts, no change is forgotten', () => {
  let seed = lawsSeed
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((seed / 0x7fffffff) * below)
  }
  for (let n = 0; n < lawsRuns * 5; n++) {
    let state: LendingState = beginLending
    let owes = true
    for (let steps = 0; steps < 20; steps++) {
      const turn = Math.max(0, state.turn - random(2))
      const inputs: LendingInput[] = [
        ...[{ type: 'changed' } as const, heard([note('Phone', random(5))]), ended(turn, random(5))],
        ...[{ type: 'failed', turn, lent: lent(0) } as const, { type: 'again', turn } as const],
      ]
      const input = inputs[random(inputs.length)] as LendingInput
      const next = lendingTransition(state, input)
      if ('turn' in input && input.turn !== state.turn) expect(next).toBe(state)
      if (next.turn !== state.turn) owes = false
      if (input.type === 'changed' && (state.type !== 'working' || next.turn === state.turn)) owes = true
      // a change is compared by a round that began after it
      if (owes && state.turn > 0 && input.type === 'changed') expect(next.type).toBe('working')
      expect(keysOf(next).filter((key) => /^(work|wait):/.test(key))).toHaveLength(next.type === 'resting' ? 0 : 1)
      state = next
    }
  }
})
