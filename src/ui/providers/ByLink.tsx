import { type JSX, Show } from 'solid-js'
import { needsTrust, originOf } from './provider-form.ts'

/** Where a link that filled the form in would lead what is written. */
export function LinkWarning(props: { baseUrl: string }): JSX.Element {
  return (
    <div class="link-warning">
      <h3>{originOf(props.baseUrl) ?? 'No valid address'}</h3>
      <p>A link filled this in. What you write in a session will be sent to this address.</p>
    </div>
  )
}

/** Asks for the person's word where a link leads to somebody we do not know. */
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
        <span>I know {originOf(props.baseUrl)} and trust it with what I write</span>
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
