import type { Unstamped } from '../agent/input.ts'
import type { EffectInitializer } from '../moorex/definition.ts'

/**
 * The effect `await-helper`: resumes the call that waits for a helper once that session is at rest. It writes nothing
 * before that, so it can be started any number of times. `untilAtRest` rejects if the signal is aborted.
 */
export function awaitHelper(
  session: string,
  key: string,
  untilAtRest: (session: string, signal: AbortSignal) => Promise<void>,
): EffectInitializer<Unstamped> {
  const controller = new AbortController()
  return {
    start: async (dispatch) => {
      try {
        await untilAtRest(session, controller.signal)
      } catch (error) {
        if (!controller.signal.aborted) throw error
      }
      if (!controller.signal.aborted) await dispatch({ type: 'clock-reach', key })
    },
    cancel: () => controller.abort(),
  }
}
