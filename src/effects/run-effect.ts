import type { Effect } from '../agent/effect.ts'
import { waitKey } from '../agent/effects-at.ts'
import type { Unstamped } from '../agent/input.ts'
import type { State } from '../agent/state.ts'
import type { EffectInitializer } from '../moorex/definition.ts'
import { askBrain } from './ask-brain.ts'
import type { AskBrainPorts } from './ask-brain-ports.ts'
import { awaitHelper } from './await-helper.ts'
import { LONGEST_ASKED } from './backoff.ts'
import type { CompressPorts } from './context/compress-history.ts'
import { type NamingPorts, nameSession } from './name-session.ts'
import type { ToolkitPorts } from './toolkit-ports.ts'
import { wait } from './wait.ts'

export type EffectPorts = {
  brain: AskBrainPorts
  toolkit: ToolkitPorts
  compress: CompressPorts
  naming: NamingPorts
  /** Resolves when a helper is at rest or is gone; rejects if the signal is aborted. */
  untilAtRest: (session: string, signal: AbortSignal) => Promise<void>
  /** Loads code, however long that takes (until-loaded.ts). */
  load: <Code>(load: () => Promise<Code>) => Promise<Code>
  now: () => number
}

/** Chooses the code for each kind of effect. */
export function runEffect(effect: Effect, state: State, key: string, ports: EffectPorts): EffectInitializer<Unstamped> {
  switch (effect.kind) {
    case 'ask-brain':
      return askBrain(effect, state, ports.brain)
    case 'request-toolkit':
      return lazily(async () => {
        const { requestToolkit } = await ports.load(() => import('./request-toolkit.ts'))
        return requestToolkit(effect, state, ports.toolkit)
      })
    case 'wait':
      return wait({ until: effect.until, since: state.head.timestamp, ...mostOf(state, key) }, key, ports.now)
    case 'await-helper':
      return awaitHelper(effect.session, key, ports.untilAtRest)
    case 'name-session':
      return nameSession(state, ports.naming)
    case 'compress-history':
      return lazily(async () => {
        const { compressHistory } = await ports.load(() => import('./context/compress-history.ts'))
        return compressHistory(effect.cut, state, ports.compress)
      })
  }
}

/** A tool may wait for weeks; an automatic retry of a request waits minutes at most. */
const mostOf = ({ head }: State, key: string): { most?: number } =>
  head.live.some(({ cut, attempt }) => waitKey(cut, attempt) === key) ? { most: LONGEST_ASKED } : {}

/** An effect whose code is loaded when it starts. If cancelled meanwhile, it never starts. */
function lazily(load: () => Promise<EffectInitializer<Unstamped>>): EffectInitializer<Unstamped> {
  let cancelled = false
  let loaded: EffectInitializer<Unstamped> | null = null
  return {
    start: async (dispatch) => {
      const effect = await load()
      if (cancelled) return
      loaded = effect
      await effect.start(dispatch)
    },
    cancel: () => {
      cancelled = true
      loaded?.cancel()
    },
  }
}
