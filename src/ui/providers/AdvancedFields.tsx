import type { JSX } from 'solid-js'
import { TextField } from '../kit/TextField.tsx'
import type { ProviderForm } from './create-provider-form.ts'
import { ownName } from './provider-form.ts'

/** What most people never need. */
export function AdvancedFields(props: { form: ProviderForm }): JSX.Element {
  const fields = () => props.form.fields()
  return (
    <details class="advanced">
      <summary>Advanced</summary>
      <TextField
        label="Name"
        problem={undefined}
        hint="Tells several keys of one provider apart."
        placeholder={ownName(fields().kind, fields().baseUrl.trim())}
        value={fields().name}
        onInput={(name) => props.form.change({ name })}
      />
    </details>
  )
}
