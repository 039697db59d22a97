import type { JSX } from 'solid-js'

/** A small field beside its label; `onChange`: when it is left. `least`: it takes whole numbers, from this one on. */
export function LineField(props: {
  label: string
  value: string | number
  invalid: boolean
  placeholder: string
  least?: number
  onChange: (value: string) => void
}): JSX.Element {
  return (
    <label class="choice-line">
      <span>{props.label}</span>
      <input
        class="input small"
        type={props.least === undefined ? 'text' : 'number'}
        inputmode={props.least === undefined ? 'decimal' : 'numeric'}
        min={props.least}
        step={props.least === undefined ? undefined : '1'}
        aria-invalid={props.invalid}
        placeholder={props.placeholder}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  )
}
