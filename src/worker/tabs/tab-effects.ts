import type { EffectInitializer } from '../../moorex/definition.ts'
import type { BetweenTabs } from '../../protocol/between-tabs.ts'
import { paced } from '../../settings/pace.ts'
import type { Writer } from '../writer/writer.ts'
import { type Election, joinElection } from './election.ts'
import { type RoleTold, roleOf, type TabEffect, type TabInput, type TabState } from './tab-state.ts'
import { untilCancelled } from './until-cancelled.ts'
import { makeWriteEffects, type WriteEffectPorts } from './write-effects.ts'

/** What a tab does in each of its states (`tab-state.ts` says when). */

export type TabEffectPorts = WriteEffectPorts & {
  state: () => TabState
  send: (message: BetweenTabs) => void
  tellRole: (told: RoleTold) => void
  report: (error: unknown) => void
}

export type TabEffects = {
  run: (effect: TabEffect) => EffectInitializer<TabInput>
  /** A heartbeat of another tab was heard. */
  heard: () => void
  /** Says that this tab writes, if it does. */
  sayHere: () => void
  /** Retries right away what could not be saved, or the start of writing. */
  retry: () => void
  /** The machines of all sessions, while this tab writes. */
  writer: () => Writer | null
}

/** How late, in ms, the word may come that the lock is lost. */
const WORD_COMES = 1000
/** Half seconds between two signs of life of a tab that does not write. */
const PRESENCE_TICKS = 10
/** The same in ms, before it counts ticks. */
const PRESENCE = 5000

export function makeTabEffects(ports: TabEffectPorts): TabEffects {
  const { code, send, report } = ports
  const { claim, write, retry, writer } = makeWriteEffects(ports)
  let election: Election | null = null
  let turn = 0
  let ticks = 0
  const sayPresent = (): void => send({ type: 'who-writes' })
  const sayHere = ({ epoch, safe, fault } = roleOf(ports.state())): void =>
    send({ type: 'writer-here', epoch, safe, fault })

  // A tab waits for the lock only once it is able to write. A tab whose code hangs would hold the lock, and its
  // heartbeat would keep the others from writing.
  const prepare = untilCancelled<TabInput>((dispatch, cancelled) => {
    sayPresent()
    const timer = setInterval(sayPresent, paced(PRESENCE))
    cancelled(() => clearInterval(timer))
    const ready = (): void => void dispatch({ type: 'ready' })
    code.then(ready, ready)
  })
  const queue = untilCancelled<TabInput>((dispatch, cancelled) => {
    election = joinElection({
      elected: (lost) => {
        void dispatch({ type: 'elected', turn: ++turn })
        lost.addEventListener('abort', () => void dispatch({ type: 'lock-lost' }), { once: true })
      },
      heartbeat: () => sayHere(),
      follow: (asleep) => {
        if (asleep || ticks++ % PRESENCE_TICKS === 0) sayPresent()
        const told = roleOf(ports.state())
        // the page refreshes what it shows, because it may have missed the last change
        if (asleep && told.role === 'follower') ports.tellRole(told)
      },
      report,
      now: () => performance.now(),
    })
    cancelled(election.stop)
  })
  const waitForWord = untilCancelled<TabInput>((dispatch, cancelled) => {
    const timer = setTimeout(() => void dispatch({ type: 'claim-again', turn: ++turn }), paced(WORD_COMES))
    cancelled(() => clearTimeout(timer))
  })
  const tellRole = (told: RoleTold): EffectInitializer<TabInput> => ({
    start: async () => {
      ports.tellRole(told)
      if (told.role === 'writer') sayHere(told)
      if (told.role === 'none') sayPresent()
    },
    cancel: () => {},
  })

  return {
    run: (effect) => {
      switch (effect.kind) {
        case 'prepare':
          return prepare()
        case 'queue':
          return queue()
        case 'claim':
          return claim(effect.turn)
        case 'write':
          return write(effect.epoch)
        case 'wait-for-word':
          return waitForWord()
        case 'tell-role':
          return tellRole(effect)
      }
    },
    heard: () => election?.heard(),
    sayHere: () => {
      if (writer() !== null) sayHere()
    },
    retry,
    writer,
  }
}
