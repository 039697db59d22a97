import { type JSX, Match, Switch } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { wantsKeyAt } from '../../../settings/presets.ts'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/** Says before the first request what the session’s model lacks: a provider on this device, or a key. */
export default function ModelLack(props: { model: Config['model'] }): JSX.Element {
  const { state, openDialog } = useApp()
  const provider = () => state.providers?.find(({ id }) => id === props.model.providerId)
  const keyless = () => {
    const found = provider()
    return found !== undefined && !found.hasKey && wantsKeyAt(found.baseUrl) !== undefined ? found : undefined
  }
  return (
    <Switch>
      <Match when={provider() === undefined}>
        <div class="banner" role="status">
          <span>
            {props.model.model === ''
              ? t('This session has no model yet. Choose one below, or add a provider.')
              : t('{model} isn’t set up on this device. Choose another model below, or add its provider.', {
                  model: showHidden(props.model.model),
                })}
          </span>
          <button type="button" class="button" onClick={() => openDialog('add-provider-here')}>
            {t('Add provider')}
          </button>
        </div>
      </Match>
      <Match when={keyless()}>
        {(found) => (
          <div class="banner" role="status">
            <span>{t('{provider} needs a key before it can answer.', { provider: said(found().label) })}</span>
            <button
              type="button"
              class="button"
              onClick={() => openDialog({ edit: { ...found(), models: [...found().models] }, key: true })}
            >
              {t('Add key')}
            </button>
          </div>
        )}
      </Match>
    </Switch>
  )
}
