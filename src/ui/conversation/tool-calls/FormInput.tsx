import { For, type JSX, Match, Switch } from 'solid-js'
import { type FormField, type FormValue, LONGEST_VALUE } from '../../../agent/form.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

const TYPES = { email: 'email', uri: 'url', date: 'date', 'date-time': 'text' } as const

/** The control for one field of a server's form. `onChange` undefined: nothing is entered. */
export function FormInput(props: {
  field: FormField
  ids: { id: string; describedBy: string; invalid: boolean }
  value: FormValue | undefined
  free: boolean
  /** Its words are ours, not the server's. */
  own: boolean
  onChange: (value: FormValue | undefined) => void
}): JSX.Element {
  const { field } = props
  /** Set once: a half-typed number is no value, and must not be taken out of the box. */
  const first = props.value
  const chosen = (): readonly string[] => (Array.isArray(props.value) ? props.value : [])
  return (
    <Switch>
      <Match when={field.kind === 'switch'}>
        <input
          id={props.ids.id}
          type="checkbox"
          aria-describedby={props.ids.describedBy}
          checked={props.value === true}
          disabled={!props.free}
          onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
        />
      </Match>
      <Match when={field.kind === 'choice'}>
        <select
          id={props.ids.id}
          class="select"
          aria-describedby={props.ids.describedBy}
          aria-invalid={props.ids.invalid}
          disabled={!props.free}
          onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? undefined : value)}
        >
          <option value="" selected={props.value === undefined}>
            {t('Choose…')}
          </option>
          <For each={field.options ?? []}>
            {({ value, label }) => (
              <option value={value} selected={props.value === value}>
                {props.own ? said(label) : showHidden(label)}
              </option>
            )}
          </For>
        </select>
      </Match>
      <Match when={field.kind === 'choices'}>
        <fieldset id={props.ids.id} class="form-choices" aria-describedby={props.ids.describedBy}>
          <legend class="unseen">{showHidden(field.label)}</legend>
          <For each={field.options ?? []}>
            {({ value, label }) => (
              <label>
                <input
                  type="checkbox"
                  checked={chosen().includes(value)}
                  disabled={!props.free}
                  onChange={({ currentTarget: { checked } }) =>
                    props.onChange(checked ? [...chosen(), value] : chosen().filter((other) => other !== value))
                  }
                />
                {showHidden(label)}
              </label>
            )}
          </For>
        </fieldset>
      </Match>
      <Match when={true}>
        <input
          id={props.ids.id}
          class="input"
          type={isNumber(field) ? 'number' : TYPES[field.format ?? 'date-time']}
          step={field.kind === 'integer' ? 1 : 'any'}
          maxlength={LONGEST_VALUE}
          aria-describedby={props.ids.describedBy}
          aria-invalid={props.ids.invalid}
          readonly={!props.free}
          value={first === undefined ? '' : String(first)}
          onInput={({ currentTarget: { value } }) => props.onChange(typedIn(field, value))}
        />
      </Match>
    </Switch>
  )
}

const isNumber = ({ kind }: FormField): boolean => kind === 'number' || kind === 'integer'

const typedIn = (field: FormField, text: string): FormValue | undefined => {
  if (text === '') return undefined
  return isNumber(field) ? Number(text) : text
}
