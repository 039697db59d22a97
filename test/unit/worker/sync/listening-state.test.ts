import { expect, it } from 'vitest'
import {
  beginListening,
  type ListeningInput,
  type ListeningState,
  listeningEffectsAt,
  listeningTransition,
  NOTES,
} from '../../../../src/worker/sync/devices/listening-state.ts'
import { lawsRuns, lawsSeed } from '../../../support/runs.ts'

const tick = (more: Partial<Extract<ListeningInput, { type: 'tick' }>> = {}): ListeningInput => ({
  ...{ type: 'tick', active: false, shown: false, slept: false, most: NOTES.most, ...more },
})
const isTalking = (state: ListeningState): boolean =>
  Object.keys(listeningEffectsAt(state)).some((key) => key.startsWith('talk:'))
/** The ticks at which a device talks, if each talk ends before the next tick. */
function talksAt(begin: ListeningState, ticks: number, input: ListeningInput): { at: number[]; state: ListeningState } {
  const at: number[] = []
  let state = begin
  for (let n = 0; n < ticks; n++) {
    state = listeningTransition(state, input)
    if (isTalking(state)) at.push(n)
    state = listeningTransition(state, { type: 'ended', turn: state.turn })
  }
  return { at, state }
}

it('a device at rest looks later each time, up to the longest pause, and often again once something is new', () => {
  const { at, state } = talksAt(beginListening, 130, tick())
  expect(at).toEqual([0, 3, 8, 17, 34, 65, 96, 127])
  const again = talksAt(listeningTransition(state, { type: 'stirred' }), 10, tick())
  expect(again.at).toEqual([2, 5])
})

it('at work it looks every second tick, and while a page shows what another device has at least every fifth', () => {
  expect(talksAt(beginListening, 8, tick({ active: true })).at).toEqual([0, 2, 4, 6])
  const { at } = talksAt(beginListening, 40, tick({ shown: true }))
  const pauses = at.slice(1).map((each, n) => each - (at[n] as number))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(NOTES.shown + 1)
})

it('what must be said right away is said after the talk under way, which may have missed it; not after one that failed', () => {
  const busy = listeningTransition(listeningTransition(beginListening, tick()), { type: 'to-say' })
  expect(busy).toMatchObject({ type: 'talking', again: true, turn: 1 })
  expect(listeningTransition(busy, { type: 'ended', turn: 1 })).toMatchObject({
    type: 'talking',
    again: false,
    turn: 2,
  })
  expect(listeningTransition(busy, { type: 'failed', turn: 1 }).type).toBe('quiet')
})

it('a person who looks twice within a tick makes it look once', () => {
  const looked = listeningTransition(beginListening, { type: 'looked', now: 10_000, least: 2000 })
  expect(Object.keys(listeningEffectsAt(looked))).toEqual(['look:10000', 'talk:1'])
  expect(listeningTransition(looked, { type: 'looked', now: 11_000, least: 2000 })).toBe(looked)
})

it('whatever happens in whatever order: one talk at a time, none of an earlier one counts, and the next is never far', () => {
  let seed = lawsSeed
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((seed / 0x7fffffff) * below)
  }
  for (let n = 0; n < lawsRuns * 5; n++) {
    let state: ListeningState = beginListening
    for (let steps = 0; steps < 40; steps++) {
      const turn = Math.max(0, state.turn - random(2))
      const flip = (): boolean => random(2) === 0
      const inputs: ListeningInput[] = [
        ...[tick({ active: flip(), shown: flip(), slept: flip() }), { type: 'stirred' } as const],
        ...[{ type: 'to-say' } as const, { type: 'looked', now: steps * 1000, least: 2000 } as const],
        ...[{ type: 'ended', turn } as const, { type: 'failed', turn } as const],
      ]
      const input = inputs[random(inputs.length)] as ListeningInput
      const next = listeningTransition(state, input)
      if ('turn' in input && input.turn !== state.turn) expect(next).toBe(state)
      if (state.type === 'talking' && input.type !== 'ended' && input.type !== 'failed')
        expect(next.turn).toBe(state.turn)
      expect(next.due - next.ticks).toBeLessThanOrEqual(NOTES.most)
      expect(next.ticks).toBe(state.ticks + (input.type === 'tick' ? 1 : 0))
      state = next
    }
  }
})
