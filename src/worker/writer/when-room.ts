import type { Effect } from '../../agent/effect.ts'
import type { EffectInitializer } from '../../moorex/definition.ts'

/** Effects that start only while the other devices are not too far behind. */
export const WITH_ROOM: Partial<Record<Effect['kind'], true>> = {
  'ask-brain': true,
  'request-toolkit': true,
  'compress-history': true,
}

/**
 * Starts the effect when the other devices have caught up. If it is cancelled first, it never starts. `room` null: they
 * have.
 */
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
