import '../kit/choice-line.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ProviderView } from '../../protocol/providers.ts'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { useProviders } from '../state/providers.ts'
import { AskAgain } from './AskAgain.tsx'
import { GoOnWith } from './GoOnWith.tsx'
import { LongConversations } from './LongConversations.tsx'

/** Connections to providers: which one new sessions use, and taking one away with its key. */
export function ModelsTab(props: { onClose: () => void }): JSX.Element {
  const { state, actions, openDialog } = useApp()
  const { remove: removeProvider } = useProviders()
  const providers = () => (state.providers ?? []).filter((provider) => provider.kind !== 'demo')
  const isDefault = (provider: ProviderView) =>
    (state.preferences.defaultProviderId ?? providers()[0]?.id) === provider.id
  const [removing, setRemoving] = createSignal<string | null>(null)
  const usedHere = (provider: ProviderView) => state.open?.view?.config.model.providerId === provider.id
  const remove = async (provider: ProviderView): Promise<void> => {
    try {
      await removeProvider(provider.id)
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  return (
    <>
      <Show when={providers().length > 0} fallback={<p class="hint">No provider yet. The demo works without one.</p>}>
        <ul class="cards">
          <For each={providers()}>
            {(provider) => (
              <li class="card">
                <div class="card-words">
                  <strong>{provider.label}</strong>
                  <span class="hint">
                    {provider.model} · {provider.hasKey ? 'key stored' : 'no key'}
                  </span>
                  <span class="hint ellipsis">{provider.baseUrl}</span>
                </div>
                <Show when={!isDefault(provider)} fallback={<span class="badge">Default</span>}>
                  <button
                    type="button"
                    class="button small"
                    onClick={() => void actions.setPreferences({ defaultProviderId: provider.id })}
                  >
                    Make default
                  </button>
                </Show>
                <Show
                  when={removing() === provider.id}
                  fallback={
                    <>
                      <button
                        type="button"
                        class="button small"
                        aria-label={`Edit ${provider.label}`}
                        onClick={() => {
                          props.onClose()
                          openDialog({ edit: { ...provider, models: [...provider.models] } })
                        }}
                      >
                        Edit
                      </button>
                      <button
                        type="button"
                        class="button small ghost"
                        aria-label={`Remove ${provider.label}`}
                        onClick={() => setRemoving(provider.id)}
                      >
                        Remove
                      </button>
                    </>
                  }
                >
                  <span role="alert">
                    Remove? {provider.hasKey ? 'Its key is deleted. ' : ''}
                    {usedHere(provider) ? 'The open session uses it.' : ''}
                  </span>
                  <button
                    type="button"
                    class="button small"
                    aria-label={`Remove ${provider.label} for good`}
                    onClick={() => void remove(provider)}
                  >
                    Remove
                  </button>
                  <button
                    type="button"
                    class="button small ghost"
                    aria-label={`Keep ${provider.label}`}
                    ref={(element) => queueMicrotask(() => element.focus())}
                    onClick={() => setRemoving(null)}
                  >
                    Keep
                  </button>
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <button
        type="button"
        class="button primary"
        onClick={() => {
          props.onClose()
          openDialog('add-provider')
        }}
      >
        Add provider
      </button>
      <GoOnWith />
      <AskAgain />
      <LongConversations />
    </>
  )
}
