import type { ProviderView } from '../../../protocol/provider-list.ts'
import { defaultOf } from '../../../settings/default-provider.ts'
import type { UiState } from '../../base/state/ui-state.ts'

export const defaultProvider = ({ providers, preferences }: UiState): ProviderView | undefined =>
  defaultOf(providers, preferences.defaultProviderId)
