import type { Effect } from '../../agent/effect.ts'
import type { EffectInitializer } from '../../moorex/definition.ts'

/** What a run begins only while not too much of its session is unsent to the other devices. */
export const WITH_ROOM: Partial<Record<Effect['kind'], true>> = {
  'ask-brain': true,
  'request-toolkit': true,
  'compress-history': true,
}

/** Starts the effect when there is room. Cancelled meanwhile, it never starts. `room`: null: there is. */
export function whenRoom<Signal>(
  { start, cancel }: EffectInitializer<Signal>,
  room: (signal: AbortSignal) => Promise<void> | null,
): EffectInitializer<Signal> {
  const waiting = new AbortController()
  return {
    start: async (dispatch) => {
      for (let wait = room(waiting.signal); wait !== null; wait = room(waiting.signal)) {
        await wait.catch(() => {})
        if (waiting.signal.aborted) return
      }
      await start(dispatch)
    },
    cancel: () => {
      waiting.abort()
      cancel()
    },
  }
}
