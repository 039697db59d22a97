import { createMemo, type JSX } from 'solid-js'

/** A small field beside its label; `onChange`: when it is left. `whole`: for whole numbers. */
export function LineField(props: {
  label: string
  value: string | number
  invalid: boolean
  placeholder: string
  whole?: boolean
  onChange: (value: string) => void
}): JSX.Element {
  // a half-typed text stays if the same value is set again
  const value = createMemo(() => props.value)
  return (
    <label class="choice-line">
      <span>{props.label}</span>
      <input
        class="input small"
        // no number field: what a browser cannot read there, or reads in its own language, it gives as another number
        // or as nothing
        type="text"
        inputmode={props.whole ? 'numeric' : 'decimal'}
        aria-invalid={props.invalid}
        placeholder={props.placeholder}
        value={value()}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  )
}
