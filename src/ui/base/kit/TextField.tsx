import { createMemo, For, type JSX, Show } from 'solid-js'
import { Field } from './Field.tsx'

/**
 * A labelled text field. `onInput`: with each key; `onChange`: when it is left. `options` are offered; anything else
 * may be typed.
 */
export function TextField(props: {
  label: string
  value: string | number
  hint?: JSX.Element
  problem?: string | undefined
  placeholder?: string
  inputmode?: 'url' | 'decimal' | 'numeric' | undefined
  /** Masked, and kept by no password manager. */
  secret?: boolean
  options?: readonly string[]
  onInput?: (value: string) => void
  onChange?: (value: string) => void
  ref?: (box: HTMLInputElement) => void
}): JSX.Element {
  // a half-typed text stays if the same value is set again
  const value = createMemo(() => props.value)
  return (
    <Field label={props.label} problem={props.problem} hint={props.hint}>
      {(ids) => (
        <>
          <input
            id={ids.id}
            ref={(box) => props.ref?.(box)}
            class="input"
            // a password field is no textbox, and password managers would offer to keep it: masked by style
            type="text"
            data-secret={props.secret ? '' : undefined}
            inputmode={props.inputmode}
            autocomplete="off"
            spellcheck={false}
            placeholder={props.placeholder ?? ''}
            list={props.options ? `${ids.id}-list` : undefined}
            aria-describedby={ids.describedBy}
            aria-invalid={ids.invalid}
            value={value()}
            onInput={(event) => props.onInput?.(event.currentTarget.value)}
            onChange={(event) => props.onChange?.(event.currentTarget.value)}
          />
          <Show when={props.options}>
            {(options) => (
              <datalist id={`${ids.id}-list`}>
                <For each={options()}>{(option) => <option value={option} />}</For>
              </datalist>
            )}
          </Show>
        </>
      )}
    </Field>
  )
}
