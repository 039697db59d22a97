import type { ModelsView } from '../../../protocol/models.ts'
import type { Provider } from '../../../settings/provider.ts'
import { useAsk } from './ask.ts'

/**
 * Lists models: of one provider, saved or not, or of all. `again`: refresh old lists first, which may take half a
 * minute. Rejects with an Error whose message is for the person.
 */
export function useModels(): (of: Provider | undefined, again: boolean) => Promise<ModelsView> {
  const ask = useAsk()
  return (of, again) => ask({ kind: 'models', ...(of === undefined ? {} : { of }), again })
}
