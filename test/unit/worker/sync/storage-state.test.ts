import { expect, it } from 'vitest'
import type { StoreProblem } from '../../../../src/sync/object-store.ts'
import {
  lasted,
  type StorageInput,
  type StorageState,
  storageTransition,
  troubleOf,
} from '../../../../src/worker/sync/storage/storage-state.ts'
import { lawsRuns, lawsSeed } from '../../../support/runs.ts'

const WELL: StorageState = { type: 'well' }
const run = (...inputs: StorageInput[]): StorageState => inputs.reduce(storageTransition, WELL)
const failed = (kind: StoreProblem['kind'], way: 'read' | 'write' = 'read', at = 5): StorageInput => ({
  ...{ type: 'failed', problem: { kind, message: kind }, way, at, now: at, connectedAt: 1 },
})
const answered = (way: 'read' | 'write'): StorageInput => ({ type: 'answered', way })

it('a storage that keeps nothing is not taken for mended because it answers: only by a write that is found there', () => {
  const forgetful = run(failed('forgets', 'write'))
  expect(forgetful.type).toBe('forgetful')
  expect(storageTransition(forgetful, answered('write'))).toBe(forgetful)
  expect(storageTransition(forgetful, failed('unreachable'))).toBe(forgetful)
  expect(storageTransition(forgetful, { type: 'proved' })).toEqual(WELL)
})

it('a storage that is full is not taken for mended because it can be read', () => {
  const full = run(failed('full', 'write'))
  expect(storageTransition(full, answered('read'))).toBe(full)
  expect(storageTransition(full, answered('write'))).toEqual(WELL)
})

it('trouble lasts since it was met first, whatever it turns into, and is known from another tab', () => {
  const away = run(failed('unreachable', 'read', 5), failed('server', 'read', 9))
  expect(lasted(away, 25)).toBe(20)
  expect(troubleOf(away)).toMatchObject({ kind: 'server', since: 5 })
  const trouble = troubleOf(away)
  const heard = run({ type: 'read', trouble })
  expect(lasted(heard, 25)).toBe(0)
  expect(storageTransition(heard, failed('server', 'read', 30))).toMatchObject({ metAt: 30, trouble: { since: 5 } })
})

it('whatever is heard in whatever order, a storage without a fault comes to be well, and one that is well has no fault', () => {
  let seed = lawsSeed
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed / 0x7fffffff
  }
  const inputs: StorageInput[] = [
    ...(['unreachable', 'refused', 'full', 'forgets', 'server', 'too-large'] as const).flatMap((kind) => [
      failed(kind, 'read', 1),
      failed(kind, 'write', 2),
    ]),
    ...[answered('read'), answered('write'), { type: 'proved' } as const, { type: 'read', trouble: null } as const],
  ]
  for (let n = 0; n < lawsRuns * 50; n++) {
    let state: StorageState = WELL
    for (let steps = 0; steps < 12; steps++) {
      state = storageTransition(state, inputs[Math.floor(random() * inputs.length)] as StorageInput)
      expect(troubleOf(state) === null).toBe(state.type === 'well')
    }
    const mended = [answered('read'), answered('write'), { type: 'proved' } as const].reduce(storageTransition, state)
    expect(mended.type, `LAWS_SEED=${lawsSeed}`).toBe('well')
  }
})
