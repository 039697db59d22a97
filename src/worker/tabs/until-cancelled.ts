import type { EffectDispatch, EffectInitializer } from '../../moorex/definition.ts'

/** An effect that runs until it is cancelled. `start` registers the way to stop it with `cancelled`. */
export function untilCancelled<Input>(
  start: (dispatch: EffectDispatch<Input>, cancelled: (stop: () => void) => void) => void,
): () => EffectInitializer<Input> {
  return () => {
    let stop = (): void => {}
    let end = (): void => {}
    return {
      start: (dispatch) => {
        start(dispatch, (how) => {
          stop = how
        })
        return new Promise((resolve) => {
          end = resolve
        })
      },
      cancel: () => {
        stop()
        end()
      },
    }
  }
}
