import type { Unstamped } from '../agent/input.ts'
import type { EffectInitializer } from '../moorex/definition.ts'

/**
 * Sessions are created with `compressAbove: null`, so nothing wants this effect until a summary can be written by the model. A state
 * from elsewhere that wants it is answered honestly: not compressed, ask anyway.
 */
export function compressHistory(cut: number): EffectInitializer<Unstamped> {
  return {
    start: async (dispatch) => {
      await dispatch({ type: 'brain-fail-compress', cut })
    },
    cancel: () => {},
  }
}
