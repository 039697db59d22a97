import type { ProviderView } from '../../protocol/provider-list.ts'
import type { UiState } from '../state/ui-state.ts'

/** The provider of a new session: the one the person chose, else the first; undefined while there is only the demo. */
export function defaultProvider({ providers, preferences }: UiState): ProviderView | undefined {
  const real = providers?.filter(({ kind }) => kind !== 'demo')
  return real?.find(({ id }) => id === preferences.defaultProviderId) ?? real?.[0]
}
