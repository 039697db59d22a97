import type { JSX } from 'solid-js'

/** A box for words to look for. `placeholder`: the label, unless there is more to say; `most`: characters. */
export function SearchBox(props: {
  label: string
  placeholder?: string
  most: number
  autofocus?: boolean
  value: string
  ref?: (box: HTMLInputElement) => void
  onInput: (value: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
}): JSX.Element {
  return (
    <input
      ref={(box) => props.ref?.(box)}
      type="search"
      autofocus={props.autofocus}
      class="input"
      aria-label={props.label}
      placeholder={props.placeholder ?? props.label}
      autocomplete="off"
      spellcheck={false}
      maxlength={props.most}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
      onKeyDown={(event) => props.onKeyDown?.(event)}
    />
  )
}
