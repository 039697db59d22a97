import { useApp } from '../../base/state/app-context.ts'
import { defaultProvider } from './default-provider.ts'

/**
 * Makes a saved provider the default if there is no other. It stays the default when other providers arrive from
 * another device.
 */
export function useFirstProvider(): (id: string) => Promise<void> {
  const { actions, state } = useApp()
  return async (id) => {
    if (defaultProvider(state)?.id !== id || state.preferences.defaultProviderId === id) return
    await actions.setPreferences({ defaultProviderId: id })
  }
}
