import { expect, it } from 'vitest'
import {
  beginOpening,
  isSettled,
  isTried,
  type OpeningInput,
  type OpeningState,
  openingEffectsAt,
  openingTransition,
} from '../../../../src/worker/sync/storage/opening-state.ts'
import { lawsRuns, lawsSeed } from '../../../support/runs.ts'

const BEGUN = beginOpening(['theirs'])
const run = (...inputs: OpeningInput[]): OpeningState => inputs.reduce(openingTransition, BEGUN)
const opened = (turn: number, connected: boolean, settings = connected ? 'a' : undefined): OpeningInput => ({
  ...{ type: 'opened', turn, connected, settings, followed: ['theirs'] },
})
const settingsRead = (settings: string | undefined): OpeningInput => ({
  ...{ type: 'settings-read', settings, followed: ['theirs'] },
})
const part: OpeningInput = { type: 'part', sessionId: 'theirs', settings: undefined }
const parted = (error: unknown): OpeningInput => ({ type: 'parted', sessionId: 'theirs', error })
const keysOf = (state: OpeningState): string[] => Object.keys(openingEffectsAt(state))

it('what a person asks for waits while the storage is being opened, and no longer than until the keys are found locked', () => {
  expect(isTried(BEGUN)).toBe(false)
  const locked = run({ type: 'locked', turn: 0, locked: true })
  expect(isTried(locked)).toBe(true)
  expect(keysOf(locked)).toEqual(['open:0'])
  expect(isTried(openingTransition(locked, { type: 'locked', turn: 0, locked: false }))).toBe(false)
  expect(isTried(run({ type: 'failed', turn: 0 }))).toBe(true)
})

it('a session that a person continues without a storage is stored before a storage that was connected meanwhile is opened', () => {
  const state = run(opened(0, false), part)
  expect(keysOf(state)).toEqual(['part:theirs'])
  const connected = openingTransition(state, settingsRead('a'))
  expect(connected.type).toBe('opening')
  expect(keysOf(connected)).toEqual(['part:theirs'])
  const after = openingTransition(connected, parted(null))
  expect(keysOf(after)).toEqual(['open:1'])
  expect([...after.followed]).toEqual([])
})

it('a session is not continued alone while a storage is connected, being opened or in use', () => {
  for (const state of [BEGUN, run(opened(0, true)), run({ type: 'failed', turn: 0 })])
    expect(openingTransition(state, part)).toBe(state)
  const unconnected = run(opened(0, false))
  expect(openingTransition(unconnected, { ...part, settings: 'a' } as OpeningInput)).toBe(unconnected)
})

it('what could not be stored stays with the other device, with the error, and can be tried again', () => {
  const failed = run(opened(0, false), part, parted('full'))
  expect(failed).toMatchObject({ type: 'unconnected', failed: new Map([['theirs', 'full']]) })
  expect([...failed.followed]).toEqual(['theirs'])
  expect(keysOf(openingTransition(failed, part))).toEqual(['part:theirs'])
})

it('a storage whose settings did not change stays open; with other settings it ends, and what others have by then stays theirs', () => {
  const sharing = run(opened(0, true))
  expect(openingTransition(sharing, settingsRead('a'))).toBe(sharing)
  const again = openingTransition(sharing, { type: 'settings-read', settings: 'b', followed: ['theirs', 'new'] })
  expect(keysOf(again)).toEqual(['open:1'])
  expect([...again.followed]).toEqual(['theirs', 'new'])
})

it('whatever happens in whatever order: one thing is under way, nothing of an earlier turn counts, and it can always be opened', () => {
  let seed = lawsSeed
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((seed / 0x7fffffff) * below)
  }
  const any = ({ turn: now }: OpeningState): OpeningInput => {
    const turn = Math.max(0, now - random(2))
    const inputs: OpeningInput[] = [
      ...[settingsRead('a'), settingsRead('b'), settingsRead(undefined), part, parted(null), parted('full')],
      ...[opened(turn, true), opened(turn, false), { type: 'failed', turn } as const, { type: 'again', turn } as const],
      ...[true, false].map((locked) => ({ type: 'locked', turn, locked }) as const),
    ]
    return inputs[random(inputs.length)] as OpeningInput
  }
  for (let n = 0; n < lawsRuns * 5; n++) {
    let state: OpeningState = BEGUN
    for (let steps = 0; steps < 20; steps++) {
      const input = any(state)
      const next = openingTransition(state, input)
      if ('turn' in input && input.turn !== state.turn) expect(next).toBe(state)
      const keys = keysOf(next)
      const isParting = keys.some((key) => key.startsWith('part:'))
      expect(keys.filter((key) => !key.startsWith('part:')).length).toBe(
        next.type === 'unconnected' || (isParting && next.type === 'opening') ? 0 : 1,
      )
      // what another device has becomes this one's by a person's act alone
      if (state.followed.has('theirs') && !next.followed.has('theirs')) expect(input.type).toBe('parted')
      state = next
    }
    state = openingTransition(openingTransition(state, parted(null)), {
      type: 'settings-read',
      settings: 'c',
      followed: [],
    })
    expect(isSettled(openingTransition(state, opened(state.turn, true)))).toBe(true)
  }
})
