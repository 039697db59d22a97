import { type JSX, Show } from 'solid-js'
import { searchesWeb, searchFee } from '../../../settings/web-search.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { dollars } from '../../settings/usage/money.ts'

/**
 * Where a search needs the person’s word: their model’s provider may search instead, at its price. Renders nothing if
 * it cannot, or does already.
 */
export function OwnSearchOffer(): JSX.Element {
  const { state, actions } = useApp()
  const offer = () => {
    const config = state.open?.view?.config
    const provider = state.providers?.find(({ id }) => id === config?.model.providerId)
    if (config === undefined || provider === undefined || config.webSearch === true) return null
    if (!searchesWeb(provider, config.model.model)) return null
    return { provider: provider.label, fee: searchFee(provider) }
  }
  return (
    <Show when={offer()}>
      {(found) => (
        <p class="tool-words">
          {t('{provider} can search the web itself, without asking each time. It sees the words.', {
            provider: found().provider,
          })}{' '}
          <Show when={found().fee} fallback={t('Each search costs extra.')}>
            {(fee) => t('A thousand searches cost {price}, and tokens.', { price: dollars(fee()) })}
          </Show>{' '}
          <button type="button" class="button small" onClick={() => actions.configure({ webSearch: true })}>
            {t('Let it search')}
          </button>
        </p>
      )}
    </Show>
  )
}
