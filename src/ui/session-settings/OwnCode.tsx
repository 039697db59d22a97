import { type JSX, Show } from 'solid-js'
import type { Config } from '../../agent/config.ts'
import { codeTakesFee, runsCode } from '../../settings/own-code.ts'
import { useApp } from '../state/app-context.ts'
import { t } from '../words/t.ts'

/** Whether this session's model may run code in a sandbox of its provider's, and what that means. */
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
          'The provider then runs what the model writes without asking you, in its own machines: it reaches neither your files here nor this browser. What was run, and what it printed, stands in the answer.',
        )}
      </p>
      <Show when={costs()}>
        <p class="hint">{t('The provider may take a fee for the sandbox, which the costs shown here leave out.')}</p>
      </Show>
      <Show when={props.config.ownCode && !able()}>
        <p class="hint">
          {t('{model} has no such sandbox here, so it is not told of it.', { model: props.config.model.model })}
        </p>
      </Show>
    </>
  )
}
