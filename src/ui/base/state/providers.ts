import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { Provider } from '../../../settings/provider.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import { typedKey } from './typed-key.ts'

/**
 * Testing, saving and removing providers. All reject with an Error whose message is for the person. `key` '' means the
 * stored key.
 */
export function useProviders() {
  const ask = useAsk()
  const { actions } = useApp()
  return {
    listModels: (provider: Provider, key: string) => ask({ kind: 'list-models', provider, ...typedKey(key) }),
    /** Looks for model servers on this computer. */
    findLocal: () => ask({ kind: 'find-local-servers' }),
    /** Asks for a tiny answer. */
    test: (provider: Provider, key: string) => ask({ kind: 'test-provider', provider, ...typedKey(key) }),
    /** Resolves when the list of providers is the new one. */
    save: async (provider: Provider, key: string): Promise<ProviderView> => {
      const saved = await ask({ kind: 'save-provider', provider, ...typedKey(key) })
      await actions.reloadProviders()
      return saved
    },
    /** Begins a sign-in that gives this provider a key; gives the address of the page where the person allows it. */
    beginSignIn: (provider: Provider, returnTo: string) => ask({ kind: 'begin-provider-sign-in', provider, returnTo }),
    /** `query`: of the address that the person came back to. */
    finishSignIn: async (query: string): Promise<ProviderView> => {
      const saved = await ask({ kind: 'finish-provider-sign-in', query })
      await actions.reloadProviders()
      return saved
    },
    /** With its key. Resolves when the list of providers is the new one. */
    remove: async (providerId: string): Promise<void> => {
      await ask({ kind: 'delete-provider', providerId })
      await actions.reloadProviders()
    },
  }
}
