import './icon-button.css'
import type { JSX } from 'solid-js'

type Attributes = JSX.ButtonHTMLAttributes<HTMLButtonElement>

/**
 * A button that shows an icon alone: its name is what screen readers say and what the tooltip shows. Each attribute by
 * its name: a hundred of them open with a conversation, and to spread whatever comes costs each of them several times
 * as much.
 */
export function IconButton(
  props: { label: string; children: JSX.Element } & Pick<
    Attributes,
    | 'class'
    | 'disabled'
    | 'tabindex'
    | 'onClick'
    | 'aria-controls'
    | 'aria-disabled'
    | 'aria-expanded'
    | 'aria-haspopup'
    | 'aria-keyshortcuts'
    | 'aria-pressed'
  >,
): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      tabindex={props.tabindex}
      aria-controls={props['aria-controls']}
      aria-disabled={props['aria-disabled']}
      aria-expanded={props['aria-expanded']}
      aria-haspopup={props['aria-haspopup']}
      aria-keyshortcuts={props['aria-keyshortcuts']}
      aria-pressed={props['aria-pressed']}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
