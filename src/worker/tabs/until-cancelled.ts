import type { EffectDispatch, EffectInitializer } from '../../moorex/definition.ts'

/** An effect that goes on until it is cancelled. `start` says by `cancelled` how it is stopped. */
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
