import '../kit/choice-line.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ProviderView } from '../../protocol/provider-list.ts'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { useProviders } from '../state/providers.ts'
import { t } from '../words/t.ts'
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
      <Show
        when={providers().length > 0}
        fallback={<p class="hint">{t('No provider yet. The demo works without one.')}</p>}
      >
        <ul class="cards">
          <For each={providers()}>
            {(provider) => (
              <li class="card">
                <div class="card-words">
                  <strong>{provider.label}</strong>
                  <span class="hint">
                    <bdi>{provider.model}</bdi> · {provider.hasKey ? t('key stored') : t('no key')}
                  </span>
                  <span class="hint ellipsis">{provider.baseUrl}</span>
                </div>
                <Show when={!isDefault(provider)} fallback={<span class="badge">{t('Default')}</span>}>
                  <button
                    type="button"
                    class="button small"
                    onClick={() => void actions.setPreferences({ defaultProviderId: provider.id })}
                  >
                    {t('Make default')}
                  </button>
                </Show>
                <Show
                  when={removing() === provider.id}
                  fallback={
                    <>
                      <button
                        type="button"
                        class="button small"
                        aria-label={t('Edit {name}', { name: provider.label })}
                        onClick={() => {
                          props.onClose()
                          openDialog({ edit: { ...provider, models: [...provider.models] } })
                        }}
                      >
                        {t('Edit')}
                      </button>
                      <button
                        type="button"
                        class="button small ghost"
                        aria-label={t('Remove {name}', { name: provider.label })}
                        onClick={() => setRemoving(provider.id)}
                      >
                        {t('Remove')}
                      </button>
                    </>
                  }
                >
                  <span role="alert">
                    {t('Remove?')} {provider.hasKey ? `${t('Its key is deleted.')} ` : ''}
                    {usedHere(provider) ? t('The open session uses it.') : ''}
                  </span>
                  <button
                    type="button"
                    class="button small"
                    aria-label={t('Remove {name} for good', { name: provider.label })}
                    onClick={() => void remove(provider)}
                  >
                    {t('Remove')}
                  </button>
                  <button
                    type="button"
                    class="button small ghost"
                    aria-label={t('Keep {name}', { name: provider.label })}
                    ref={(element) => queueMicrotask(() => element.focus())}
                    onClick={() => setRemoving(null)}
                  >
                    {t('Keep')}
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
        {t('Add provider')}
      </button>
      <GoOnWith />
      <AskAgain />
      <LongConversations />
    </>
  )
}
