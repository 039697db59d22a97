import type { EffectInitializer } from '../../../moorex/definition.ts'
import { mayWork } from '../../../sync/log.ts'
import type { Ask, Change } from '../../../sync/log-state.ts'
import { randomId } from '../storage/shared-storage.ts'
import { CannotFollow } from './fold-rows.ts'
import { carryOut, mostToSend } from './log-requests.ts'
import type { LogWire } from './log-wire.ts'
import type { SessionState } from './session-state.ts'
import type { SessionInput } from './session-transition.ts'
import { makeStretches } from './stretches.ts'

/** What a shared session does in each of its states. */

export type SessionEffect =
  | { kind: 'wake'; at: number }
  | { kind: 'measure' | 'let-go' | 'tell' | 'gather' }
  | { kind: 'store'; change: Change | null }
  | { kind: 'ask'; ask: Ask }

/** What must be going on in this state, by key. */
export function sessionEffectsAt(state: SessionState): Record<string, SessionEffect> {
  const { turn, changes, wakeAt } = state.live
  // first, so that listeners know of a change before anything else is requested
  const effects: Record<string, SessionEffect> = changes === 0 ? {} : { [`tell:${changes}`]: { kind: 'tell' } }
  if (state.type === 'resting' && wakeAt !== null) effects[`wake:${wakeAt}`] = { kind: 'wake', at: wakeAt }
  if (state.type === 'resting' && isLevel(state)) effects[`gather:${state.log.place.next}`] = { kind: 'gather' }
  if (state.type === 'measuring') effects[`measure:${turn}`] = { kind: 'measure' }
  if (state.type === 'letting-go') effects[`let-go:${turn}`] = { kind: 'let-go' }
  if (state.type === 'storing') effects[`store:${turn}`] = { kind: 'store', change: state.change }
  if (state.type === 'asking') effects[`ask:${turn}`] = { kind: 'ask', ask: state.ask }
  return effects
}

/** Everything here is in the log, as far as is known. */
const isLevel = ({ log }: SessionState): boolean =>
  mayWork(log) && !log.doubt && log.place.pending === null && log.place.sent === log.committed

export type SessionEffectPorts = Omit<LogWire, 'signal' | 'sentBlobs' | 'awaited'> & {
  /** Stores the decision of this state. Resolves to whether that worked. */
  store: (state: Extract<SessionState, { type: 'storing' }>) => Promise<boolean>
  /** The owner has changed, or whether the session can continue. */
  changed: () => void
  stopMachine: () => Promise<void>
  nameOf: (device: string) => string
  report: (error: unknown) => void
}

export type SessionEffects = (effect: SessionEffect, state: SessionState) => EffectInitializer<SessionInput>

export function makeSessionEffects(ports: SessionEffectPorts, ended: AbortSignal): SessionEffects {
  const { db, storage, sessionId, report } = ports
  const wire: LogWire = { db, storage, sessionId, signal: ended, sentBlobs: new Set(), awaited: 0 }
  const stretches = makeStretches(wire, report)
  const failed = (error: unknown): SessionInput => {
    report(error)
    return { type: 'not-stored', now: Date.now(), ...(error instanceof CannotFollow && { cannotFollow: true }) }
  }
  const measure = async ({ log: { place, recount } }: SessionState): Promise<SessionInput> => {
    try {
      const sends = place.owner && place.pending === null && recount === null
      const most = sends ? await mostToSend(wire, place) : place.sent
      return { type: 'measured', now: Date.now(), id: randomId(), most }
    } catch (error) {
      return failed(error)
    }
  }
  const store = async (state: SessionState): Promise<SessionInput> => {
    if (state.type !== 'storing') return { type: 'not-stored', now: Date.now() }
    try {
      const now = (): number => Date.now()
      return (await ports.store(state)) ? { type: 'stored', now: now() } : { type: 'not-stored', now: now() }
    } catch (error) {
      return failed(error)
    }
  }
  const ask = async (asked: Ask, { log, live }: SessionState, signal: AbortSignal): Promise<SessionInput> => {
    const { event, by, wait, forgets, error } = await carryOut(asked, log.place, {
      ...wire,
      signal,
      awaited: live.awaited,
    })
    if (error !== undefined && !signal.aborted) report(error)
    return {
      ...{ type: 'answered', now: Date.now(), event },
      ...(by !== undefined && { by: { device: by, name: ports.nameOf(by) } }),
      ...(wait !== undefined && { wait }),
      ...(forgets && { forgets }),
    }
  }
  const once = (work: (signal: AbortSignal) => Promise<SessionInput>): EffectInitializer<SessionInput> => {
    const cancelled = new AbortController()
    return {
      start: async (dispatch) => void dispatch(await work(AbortSignal.any([ended, cancelled.signal]))),
      cancel: () => cancelled.abort(),
    }
  }
  return (effect, state) => {
    switch (effect.kind) {
      case 'wake':
        return once((signal) => wakeAt(effect.at, signal))
      case 'measure':
        return once(() => measure(state))
      case 'store':
        return once(() => store(state))
      case 'ask':
        return once((signal) => ask(effect.ask, state, signal))
      case 'let-go':
        return once(async () => {
          await ports.stopMachine().catch(report)
          return { type: 'machine-stopped', now: Date.now() }
        })
      case 'gather':
        return saying(() => stretches.make(state.log.place))
      case 'tell':
        return saying(ports.changed)
    }
  }
}

/** Its end changes nothing. */
const saying = (say: () => void): EffectInitializer<SessionInput> => ({
  start: async () => say(),
  cancel: () => {},
})

function wakeAt(at: number, signal: AbortSignal): Promise<SessionInput> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ type: 'woken', now: Date.now() }), Math.max(0, at - Date.now()))
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}
