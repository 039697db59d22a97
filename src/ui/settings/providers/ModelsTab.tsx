import { showHidden } from '../../base/words/hidden-signs.ts'
import '../../base/kit/choice-line.css'
import { createSignal, type JSX, Show } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import { ById } from '../../base/kit/ById.tsx'
import { keepFocus } from '../../base/kit/keep-focus.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useProviders } from '../../base/state/providers.ts'
import { t } from '../../base/words/t.ts'
import { AskAgain } from './AskAgain.tsx'
import { keepLastModel } from './chosen-model.ts'
import { defaultProvider } from './default-provider.ts'
import { GoOnWith } from './GoOnWith.tsx'
import { LongConversations } from './LongConversations.tsx'

/** The providers: which one new sessions use, and removing one with its key. */
export function ModelsTab(props: { onClose: () => void }): JSX.Element {
  const { state, actions, openDialog } = useApp()
  const { remove: removeProvider } = useProviders()
  const providers = () => (state.providers ?? []).filter((provider) => provider.kind !== 'demo')
  const isDefault = (provider: ProviderView) => defaultProvider(state)?.id === provider.id
  const [removing, setRemoving] = createSignal<string | null>(null)
  let list: HTMLUListElement | undefined
  let add: HTMLButtonElement | undefined
  const editOf = (id: string | undefined): HTMLElement | null =>
    list?.querySelector<HTMLElement>(`[data-provider="${id}"]`) ?? add ?? null
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
        <ul ref={list} class="cards">
          <ById each={providers()}>
            {(provider) => (
              <li class="card">
                <div class="card-words">
                  <strong>{showHidden(provider().label)}</strong>
                  <span class="hint">
                    <bdi>{showHidden(provider().model)}</bdi> · {provider().hasKey ? t('key stored') : t('no key')}
                  </span>
                  <span class="hint ellipsis">{provider().baseUrl}</span>
                </div>
                <Show when={!isDefault(provider())} fallback={<span class="badge">{t('Default')}</span>}>
                  <button
                    type="button"
                    class="button small"
                    onClick={(event) => {
                      keepFocus(event.currentTarget, () => editOf(provider().id))
                      keepLastModel(null)
                      void actions.setPreferences({ defaultProviderId: provider().id })
                    }}
                  >
                    {t('Make default')}
                  </button>
                </Show>
                <Show
                  when={removing() === provider().id}
                  fallback={
                    <>
                      <button
                        type="button"
                        class="button small"
                        data-provider={provider().id}
                        aria-label={t('Edit {name}', { name: provider().label })}
                        onClick={() => {
                          props.onClose()
                          openDialog({ edit: { ...provider(), models: [...provider().models] } })
                        }}
                      >
                        {t('Edit')}
                      </button>
                      <button
                        type="button"
                        class="button small ghost"
                        aria-label={t('Remove {name}', { name: provider().label })}
                        onClick={() => setRemoving(provider().id)}
                      >
                        {t('Remove')}
                      </button>
                    </>
                  }
                >
                  <span role="alert">
                    {t('Remove?')} {provider().hasKey ? `${t('Its key is deleted.')} ` : ''}
                    {usedHere(provider()) ? t('The open session uses it.') : ''}
                  </span>
                  <button
                    type="button"
                    class="button small"
                    aria-label={t('Remove {name} for good', { name: provider().label })}
                    onClick={(event) => {
                      const place = providers().indexOf(provider())
                      const next = providers()[place + 1] ?? providers()[place - 1]
                      keepFocus(event.currentTarget, () => editOf(next?.id))
                      void remove(provider())
                    }}
                  >
                    {t('Remove')}
                  </button>
                  <button
                    type="button"
                    class="button small ghost"
                    aria-label={t('Keep {name}', { name: provider().label })}
                    ref={(element) => queueMicrotask(() => element.focus())}
                    onClick={(event) => {
                      keepFocus(
                        event.currentTarget,
                        () => editOf(provider().id)?.nextElementSibling as HTMLElement | null,
                      )
                      setRemoving(null)
                    }}
                  >
                    {t('Keep')}
                  </button>
                </Show>
              </li>
            )}
          </ById>
        </ul>
      </Show>
      <button
        ref={add}
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
