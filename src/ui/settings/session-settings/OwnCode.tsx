import { type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { codeTakesFee, runsCode } from '../../../settings/own-code.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

/** Whether this session’s model may run code in a sandbox of its provider, and the consequences. */
export function OwnCode(props: { config: Config }): JSX.Element {
  const { state, actions } = useApp()
  const provider = () => state.providers?.find(({ id }) => id === props.config.model.providerId)
  const able = () => {
    const asked = provider()
    return asked !== undefined && runsCode(asked, props.config.model.model)
  }
  const costs = () => {
    const asked = provider()
    return asked !== undefined && able() && codeTakesFee(asked.kind)
  }
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={props.config.ownCode === true}
          onChange={(event) => actions.configure({ ownCode: event.currentTarget.checked })}
        />
        <span>{t("Run code in the provider's own sandbox")}</span>
      </label>
      <p class="hint">
        {t(
          'The provider then runs the model’s code on its own machines without asking you. The code can’t reach your files or this browser. The answer shows the code and its output.',
        )}
      </p>
      <Show when={costs()}>
        <p class="hint">{t('The provider may charge for the sandbox. The costs shown here don’t include that.')}</p>
      </Show>
      <Show when={props.config.ownCode && !able()}>
        <p class="hint">{t('{model} doesn’t offer this sandbox.', { model: props.config.model.model })}</p>
      </Show>
    </>
  )
}
