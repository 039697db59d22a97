import { createEffect } from 'solid-js'
import type { UiState } from '../../base/state/ui-state.ts'
import { defaultProvider } from '../../settings/providers/default-provider.ts'

/** The model that a new session would use. */
export type Model = { providerId: string; model: string }

const KEY = 'reflexor:has-provider'

/** Whether a model can be asked now; until the providers are read, the answer of the last visit. Reactive. */
export function createCanAsk(state: UiState): () => boolean {
  const before = localStorage.getItem(KEY) !== null
  const canAsk = (): boolean => (state.providers === null ? before : defaultProvider(state) !== undefined)
  createEffect(() => {
    if (state.providers === null) return
    try {
      if (canAsk()) localStorage.setItem(KEY, '1')
      else localStorage.removeItem(KEY)
    } catch {
      // full storage: the start page may change once while it opens
    }
  })
  return canAsk
}
