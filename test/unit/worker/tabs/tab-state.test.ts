import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../../src/storage/fault.ts'
import {
  opening,
  roleOf,
  type TabInput,
  type TabState,
  tabEffectsAt,
  tabTransition,
} from '../../../../src/worker/tabs/tab-state.ts'
import { makeWorld, type Step, type World } from './tab-world.ts'

type Transition = typeof tabTransition

// what is needed to get anywhere comes more often than what goes wrong
const often = (weight: number, ...names: Step['what'][]) => ({ weight, arbitrary: fc.constantFrom(...names) })
const what = fc.oneof(
  often(20, 'hear', 'act'),
  often(6, 'grant', 'steal'),
  often(4, 'freeze', 'thaw', 'beat'),
  often(1, 'open', 'kill', 'close'),
  often(3, 'fill', 'make-room'),
)
const steps = fc.array(fc.record({ what, tab: fc.nat(2) }), { maxLength: 120, size: 'max' })

/** What is wrong with a world that was left alone for a while; [] when somebody writes and the others know who. */
function unsettled({ tabs, holder, epoch }: World): string[] {
  const awake = tabs.filter(({ frozen, state }) => !frozen && state.type !== 'closed')
  const writing = awake.filter(({ state }) => state.type === 'writing')
  if (awake.length === 0) return []
  if (writing.length !== 1) return [`${writing.length} tabs write`]
  const wrong = writing[0] === holder ? [] : ['the one that writes has not got the lock']
  const told = awake.map(({ state }) => roleOf(state)).filter((role) => role.epoch !== epoch || role.fault)
  return told.length === 0 ? wrong : [...wrong, 'a tab knows another writer']
}

function findBreach(transition: Transition, happened: readonly Step[]): string[] {
  const { world, step, settle } = makeWorld(transition)
  for (const tab of [0, 1, 2]) step({ what: 'open', tab })
  settle()
  for (const each of happened) step(each)
  settle()
  // those that sleep stay asleep: they may hold nobody up
  const asleep = unsettled(world)
  for (const tab of world.tabs) tab.frozen = false
  settle()
  return [...world.broken, ...asleep, ...unsettled(world)]
}

describe('tabs, whatever happens to them', () => {
  it('one at most writes, none after the lock is lost, and somebody does in the end', () => {
    fc.assert(
      fc.property(steps, (happened) => {
        expect(findBreach(tabTransition, happened)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('a frozen tab that claims too late takes nothing from the one that writes, for good', () => {
    const { world, step, settle } = makeWorld(tabTransition)
    for (const tab of [0, 1]) {
      step({ what: 'open', tab })
      for (const each of ['hear', 'act', 'hear'] as const) step({ what: each, tab })
    }
    step({ what: 'grant', tab: 0 })
    step({ what: 'hear', tab: 0 })
    // on its way to claim
    step({ what: 'freeze', tab: 0 })
    step({ what: 'steal', tab: 1 })
    for (const each of ['hear', 'act', 'hear', 'act', 'hear', 'act'] as const) step({ what: each, tab: 1 })
    expect(world.tabs[1]?.state).toMatchObject({ type: 'writing', epoch: 1 })
    step({ what: 'thaw', tab: 0 })
    step({ what: 'act', tab: 0 })
    expect(world.epoch).toBe(2)
    settle()
    expect(world.tabs.map(({ state }) => roleOf(state))).toEqual([
      { role: 'follower', epoch: 3, safe: false },
      { role: 'writer', epoch: 3, safe: false },
    ])
  })

  const without =
    (ignored: (state: TabState, input: TabInput) => boolean): Transition =>
    (state, input) =>
      ignored(state, input) ? state : tabTransition(state, input)
  it.each<[string, Transition, RegExp]>([
    [
      'a tab goes on starting when the lock is lost',
      without(({ type }, input) => type === 'starting' && input.type === 'lock-lost'),
      /lost the lock is starting/,
    ],
    [
      'a tab does not mind that its epoch is over',
      without((_state, { type }) => type === 'superseded'),
      /tab knows another writer|not got the lock/,
    ],
    ['nobody claims again', without((_state, { type }) => type === 'claim-again'), /0 tabs write/],
    [
      'a tab claims without the lock',
      (state, input) =>
        state.type === 'following' && input.type === 'writer-heard'
          ? { type: 'claiming', turn: 1, known: state.known }
          : tabTransition(state, input),
      /lost the lock is claiming/,
    ],
  ])('this would be noticed: %s', (_what, wrong, expected) => {
    const found = fc.check(
      fc.property(steps, (happened) => findBreach(wrong, happened).length === 0),
      { numRuns: 3000, seed: 7 },
    )
    expect(found.failed).toBe(true)
    expect(findBreach(wrong, found.counterexample?.[0] ?? []).join('; ')).toMatch(expected)
  })
})

describe('the role that a tab tells', () => {
  const follow = (epoch: number): TabInput => ({ type: 'writer-heard', epoch, safe: false })
  const reached = (...inputs: TabInput[]): TabState => inputs.reduce(tabTransition, opening)
  const elected: TabInput[] = [{ type: 'greeted' }, { type: 'ready' }, { type: 'elected', turn: 1 }]

  it('is that of a follower before its own code has come', () => {
    expect(roleOf(reached(follow(3)))).toEqual({ role: 'follower', epoch: 3, safe: false })
  })

  it('stays that of a follower until it writes itself: nobody hears of a moment without a writer', () => {
    const claiming = reached(follow(3), ...elected)
    expect(claiming.type).toBe('claiming')
    const starting = tabTransition(claiming, { type: 'claimed', turn: 1, epoch: 4 })
    expect([claiming, starting].map((state) => roleOf(state).role)).toEqual(['follower', 'follower'])
    expect(roleOf(tabTransition(starting, { type: 'started', epoch: 4, safe: true }))).toEqual({
      role: 'writer',
      epoch: 4,
      safe: true,
    })
  })

  it('is that of nobody when the lock is lost, until another writer is heard', () => {
    const lost = reached(
      ...elected,
      { type: 'claimed', turn: 1, epoch: 4 },
      { type: 'started', epoch: 4, safe: false },
      { type: 'lock-lost' },
    )
    expect(roleOf(lost)).toEqual({ role: 'none', epoch: 4, safe: false })
    expect(roleOf(tabTransition(lost, follow(5))).role).toBe('follower')
  })
})

describe('a tab that has the lock and cannot write', () => {
  const fault = faultOf('quota')
  const stateAfter = (...inputs: TabInput[]): TabState => inputs.reduce(tabTransition, opening)
  const ready: TabInput[] = [{ type: 'greeted' }, { type: 'ready' }]
  const hindered: TabInput[] = [...ready, { type: 'elected', turn: 1 }, { type: 'hindered', fault }]
  const toldIn = (state: TabState) => Object.values(tabEffectsAt(state)).filter(({ kind }) => kind === 'tell-role')

  it('tells its page, also the first of all, and the other tabs', () => {
    const told = { role: 'none', epoch: 0, safe: false, fault }
    expect([roleOf(stateAfter(...hindered)), toldIn(stateAfter(...hindered))]).toEqual([
      told,
      [{ kind: 'tell-role', ...told }],
    ])
    const heard: TabInput = { type: 'writer-heard', ...(({ epoch, safe }) => ({ epoch, safe, fault }))(told) }
    expect(toldIn(stateAfter(...ready, heard))).toEqual([{ kind: 'tell-role', ...told, role: 'follower' }])
    // heard again with each heartbeat
    const follower = stateAfter(...ready, heard)
    expect(tabTransition(follower, heard)).toBe(follower)
  })

  it('takes it back when it writes, and so do the others', () => {
    const heard: TabInput = { type: 'writer-heard', epoch: 3, safe: false }
    const writing = stateAfter(
      ...hindered,
      { type: 'claimed', turn: 1, epoch: 3 },
      { type: 'started', epoch: 3, safe: false },
    )
    expect(roleOf(writing).fault).toBeUndefined()
    const hears = stateAfter(...ready, { ...heard, fault }, heard)
    expect([hears.type, roleOf(hears).fault]).toEqual(['following', undefined])
  })

  it('is not talked out of it by a writer that was robbed', () => {
    const state = stateAfter(...hindered, { type: 'writer-heard', epoch: 2, safe: false })
    expect(roleOf(state)).toMatchObject({ role: 'follower', epoch: 2, fault })
  })

  it('that is closed says nothing of it any more', () => {
    expect(roleOf(stateAfter(...hindered, { type: 'close' })).fault).toBeUndefined()
  })
})
