import { type JSX, Show } from 'solid-js'
import { said } from '../words/said.ts'
import { VisibleText } from './VisibleText.tsx'

/**
 * A thing of the person's that can be switched on and off, as an item of a list: its name, what is known of it, why the
 * last act failed, its switch. Its other controls are the children.
 */
export function SwitchCard(props: {
  class?: string
  name: string
  nameClass?: string
  about: JSX.Element
  /** undefined: the last act did not fail. */
  problem: string | undefined
  on: boolean
  busy: boolean
  /** Visible word of the switch. */
  word: string
  /** Accessible name of the switch, if it differs from its word. */
  label?: string
  onSwitch: (box: HTMLInputElement) => void
  children: JSX.Element
}): JSX.Element {
  return (
    <li class={`card ${props.class ?? ''}`}>
      <div class="card-words">
        <strong class={props.nameClass}>
          <VisibleText text={props.name} />
        </strong>
        {props.about}
        <Show when={props.problem !== undefined}>
          <span class="field-error">{said(props.problem ?? '')}</span>
        </Show>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={props.on}
          disabled={props.busy}
          aria-label={props.label}
          onChange={(event) => props.onSwitch(event.currentTarget)}
        />
        <span>{props.word}</span>
      </label>
      {props.children}
    </li>
  )
}
