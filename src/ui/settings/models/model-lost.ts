import type { Config } from '../../../agent/config.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import type { UiState } from '../../base/state/ui-state.ts'

/**
 * The model of the open session, if this device has no provider for it: the provider was removed, or the session came
 * from another device. null: it can be asked, or the session can’t be changed here.
 */
export function modelLost({
  open,
  providers,
  sessions,
}: Pick<UiState, 'open' | 'providers' | 'sessions'>): Config['model'] | null {
  const model = open?.view?.config.model
  if (providers === null || open?.phase !== 'ready' || model === undefined || open.view?.head.deletedAt !== null)
    return null
  if (sessions?.find(({ id }) => id === open.id)?.elsewhere !== undefined) return null
  const known = [DEMO_PROVIDER, ...providers].some(({ id }) => id === model.providerId)
  return known ? null : model
}
