import { type JSX, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'
import { needsTrust, originOf } from './provider-form.ts'

/** Shows where messages would be sent if the person accepts the link’s provider. */
export function LinkWarning(props: { baseUrl: string }): JSX.Element {
  return (
    <div class="link-warning">
      <h3>{originOf(props.baseUrl) ?? t('Invalid address')}</h3>
      <p>{t('A link filled in this form. What you write in a session will be sent to this address.')}</p>
    </div>
  )
}

/** Asks for confirmation if the link names an unknown origin. */
export function TrustCheck(props: {
  baseUrl: string
  trusted: boolean
  problem: string | undefined
  onChange: (trusted: boolean) => void
}): JSX.Element {
  return (
    <Show when={needsTrust(props.baseUrl)}>
      <label class="check">
        <input
          type="checkbox"
          checked={props.trusted}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span>{t('I know {address} and trust it with what I write', { address: originOf(props.baseUrl) ?? '' })}</span>
      </label>
      <Show when={props.problem}>
        {(problem) => (
          <p class="field-error" role="alert">
            {problem()}
          </p>
        )}
      </Show>
    </Show>
  )
}
