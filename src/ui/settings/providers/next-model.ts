import type { UiState } from '../../base/state/ui-state.ts'
import { chosenModel, lastModel } from './chosen-model.ts'
import { defaultProvider } from './default-provider.ts'

type Model = { providerId: string; model: string }

/** The model of a session that begins without a choice of its own; null: there is no provider. Reactive. */
export function nextModel(state: UiState): Model | null {
  const provider = defaultProvider(state)
  return (
    chosenModel(state) ??
    lastModel(state) ??
    (provider === undefined ? null : { providerId: provider.id, model: provider.model })
  )
}
