import { type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { searchesWeb } from '../../../settings/web-search.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

/** Whether this session’s model may search the web at its provider, and the consequences. */
export function WebSearch(props: { config: Config }): JSX.Element {
  const { state, actions } = useApp()
  const able = () => {
    const { providerId, model } = props.config.model
    const provider = state.providers?.find(({ id }) => id === providerId)
    return provider !== undefined && searchesWeb(provider, model)
  }
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={props.config.webSearch === true}
          onChange={(event) => actions.configure({ webSearch: event.currentTarget.checked })}
        />
        <span>{t("Search the web with the provider's own search")}</span>
      </label>
      <p class="hint">
        {t(
          'The provider then searches without asking you. Words from this session go to its search engine, and each search costs extra (about 1 cent). The costs shown here include it where the fee is known or entered above.',
        )}
      </p>
      <Show when={props.config.webSearch && !able()}>
        <p class="hint">{t('{model} doesn’t offer this search.', { model: props.config.model.model })}</p>
      </Show>
    </>
  )
}
