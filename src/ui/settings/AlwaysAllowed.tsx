import './services/service.css'
import { For, type JSX, Show } from 'solid-js'
import { keepInList } from '../base/kit/keep-in-list.ts'
import { useApp } from '../base/state/app-context.ts'
import { grantWords } from '../base/words/grant-words.ts'
import { t } from '../base/words/t.ts'

/** Permanent permissions. After one is taken back here, new sessions ask again. */
export function AlwaysAllowed(): JSX.Element {
  const { state, actions } = useApp()
  const grants = () => state.preferences.grants
  return (
    <Show when={grants().length > 0}>
      <section class="service" aria-label={t('Always allowed')}>
        <h3>{t('Always allowed')}</h3>
        <ul class="cards">
          <For each={grants()}>
            {(grant) => (
              <li class="card">
                <span class="card-words">{grantWords(grant)}</span>
                <button
                  type="button"
                  class="button small"
                  aria-label={t('Remove: {grant}', { grant: grantWords(grant) })}
                  onClick={(event) => {
                    keepInList(event.currentTarget)
                    void actions.setPreferences({ grants: grants().filter((other) => other !== grant) })
                  }}
                >
                  {t('Remove')}
                </button>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  )
}
