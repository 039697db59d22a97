import { useApp } from '../../base/state/app-context.ts'
import { defaultProvider } from './default-provider.ts'

/**
 * For a provider that was saved: where no other is, it is the chosen one from now on, whatever comes later from another
 * device.
 */
export function useFirstProvider(): (id: string) => Promise<void> {
  const { actions, state } = useApp()
  return async (id) => {
    if (defaultProvider(state)?.id !== id || state.preferences.defaultProviderId === id) return
    await actions.setPreferences({ defaultProviderId: id })
  }
}
