import { faultOf } from '../../../../src/storage/fault.ts'
import type { tabTransition } from '../../../../src/worker/tabs/tab-state.ts'
import { opening, roleOf, type TabInput, type TabState, tabEffectsAt } from '../../../../src/worker/tabs/tab-state.ts'

/** Several tabs, the lock, the epoch in storage, and whatever can happen to them, in any order. */

type Tab = {
  state: TabState
  /** What has happened to it and it has not yet heard; a frozen tab hears nothing. */
  mail: TabInput[]
  frozen: boolean
  /** Whether it was told last that the lock is its own. */
  toldLock: boolean
  /** Effects that have said their word: an epoch is claimed once, a writer starts once. */
  done: Set<string>
  turn: number
}

export type Step = {
  what:
    | 'fill'
    | 'make-room'
    | 'open'
    | 'hear'
    | 'act'
    | 'beat'
    | 'grant'
    | 'steal'
    | 'freeze'
    | 'thaw'
    | 'kill'
    | 'close'
  tab: number
}

export type World = {
  tabs: Tab[]
  /** Tabs that wait for the lock, the first of them gets it. */
  queue: Tab[]
  holder: Tab | null
  /** The latest that was claimed; storage takes commits of this one alone. */
  epoch: number
  /** The disk is full: nothing can be claimed or begun. */
  full: boolean
  /** Whose commits storage has taken, by epoch. */
  writers: Map<number, Set<Tab>>
  /** Laws that were broken, in words. */
  broken: string[]
}

const MOST_TABS = 5

export function makeWorld(transition: typeof tabTransition): {
  world: World
  step: (step: Step) => void
  settle: () => void
} {
  const world: World = { tabs: [], queue: [], holder: null, epoch: 0, full: false, writers: new Map(), broken: [] }

  const tellOthers = (from: Tab): void => {
    const { epoch, safe, fault } = roleOf(from.state)
    for (const tab of world.tabs) if (tab !== from) tab.mail.push({ type: 'writer-heard', epoch, safe, fault })
  }
  const leaveLock = (tab: Tab): void => {
    world.queue = world.queue.filter((other) => other !== tab)
    if (world.holder === tab) world.holder = null
  }
  const give = (tab: Tab): void => {
    world.queue = world.queue.filter((other) => other !== tab)
    world.holder = tab
    tab.mail.push({ type: 'elected', turn: ++tab.turn })
  }
  const apply = (tab: Tab, input: TabInput): void => {
    const before = tabEffectsAt(tab.state)
    if (input.type === 'elected') tab.toldLock = true
    if (input.type === 'lock-lost') tab.toldLock = false
    tab.state = transition(tab.state, input)
    const after = tabEffectsAt(tab.state)
    for (const key of Object.keys(before)) if (!(key in after)) tab.done.delete(key)
    if ('queue' in after && !('queue' in before)) world.queue.push(tab)
    if ('queue' in before && !('queue' in after)) leaveLock(tab)
    const role = roleOf(tab.state)
    if (role.role === 'writer' && !(`tell-role:writer:${role.epoch}:${role.safe}` in before)) tellOthers(tab)
    const works = Object.values(after).some(({ kind }) => kind === 'claim' || kind === 'write')
    if (works && !tab.toldLock) world.broken.push(`a tab that lost the lock is ${tab.state.type}`)
  }
  const act = (tab: Tab): void => {
    for (const [key, effect] of Object.entries(tabEffectsAt(tab.state))) {
      if (effect.kind === 'write' && tab.done.has(key)) commit(tab, effect.epoch)
      if (tab.done.has(key)) continue
      if (world.full && (effect.kind === 'claim' || effect.kind === 'write')) {
        tab.mail.push({ type: 'hindered', fault: faultOf('quota') })
        continue
      }
      tab.done.add(key)
      if (effect.kind === 'prepare') tab.mail.push({ type: 'ready' })
      if (effect.kind === 'claim') tab.mail.push({ type: 'claimed', turn: effect.turn, epoch: ++world.epoch })
      if (effect.kind === 'write') tab.mail.push({ type: 'started', epoch: effect.epoch, safe: false })
      if (effect.kind === 'wait-for-word') tab.mail.push({ type: 'claim-again', turn: ++tab.turn })
    }
  }
  const commit = (tab: Tab, epoch: number): void => {
    if (epoch !== world.epoch) return void tab.mail.push({ type: 'superseded', epoch })
    const writers = world.writers.get(epoch) ?? new Set()
    world.writers.set(epoch, writers.add(tab))
    if (writers.size > 1) world.broken.push('two tabs have written in one epoch')
  }
  const steal = (tab: Tab): void => {
    if (!world.queue.includes(tab) || world.holder === null) return
    const robbed = world.holder
    give(tab)
    robbed.mail.push({ type: 'lock-lost' })
    world.queue.push(robbed)
  }
  const step = ({ what, tab: place }: Step): void => {
    if (what === 'fill' || what === 'make-room') {
      world.full = what === 'fill'
      return
    }
    if (what === 'open') {
      if (world.tabs.length === MOST_TABS) return
      const mail: TabInput[] = [{ type: 'greeted' }]
      world.tabs.push({ state: opening, mail, frozen: false, toldLock: false, done: new Set(), turn: 0 })
      return
    }
    if (what === 'grant') {
      const next = world.queue[0]
      if (world.holder === null && next !== undefined) give(next)
      return
    }
    const tab = world.tabs[place % Math.max(1, world.tabs.length)]
    if (tab === undefined) return
    if (what === 'thaw') tab.frozen = false
    if (what === 'kill') {
      world.tabs = world.tabs.filter((other) => other !== tab)
      leaveLock(tab)
    }
    if (tab.frozen) return
    if (what === 'freeze') tab.frozen = true
    if (what === 'act') act(tab)
    if (what === 'beat' && tab.toldLock) tellOthers(tab)
    if (what === 'steal') steal(tab)
    if (what === 'close') apply(tab, { type: 'close' })
    if (what === 'hear') {
      const input = tab.mail.shift()
      if (input !== undefined) apply(tab, input)
    }
  }
  /** Time goes by, there is room, and nothing happens any more but what must. */
  const settle = (): void => {
    world.full = false
    for (let round = 0; round < 12; round++) {
      const awake = world.tabs.filter(({ frozen }) => !frozen)
      for (const tab of awake) while (tab.mail.length > 0) apply(tab, tab.mail.shift() as TabInput)
      for (const tab of awake) act(tab)
      for (const tab of awake) if (tab.toldLock) tellOthers(tab)
      step({ what: 'grant', tab: 0 })
      // a holder that says nothing is replaced
      const heir = world.queue.find(({ frozen }) => !frozen)
      if (world.holder?.frozen === true && heir !== undefined) steal(heir)
    }
  }
  return { world, step, settle }
}
