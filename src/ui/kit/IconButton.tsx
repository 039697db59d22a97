import './icon-button.css'
import { type JSX, splitProps } from 'solid-js'

/** A button that shows an icon alone: its name is what screen readers say and what the tooltip shows. */
export function IconButton(
  props: { label: string; children: JSX.Element } & JSX.ButtonHTMLAttributes<HTMLButtonElement>,
): JSX.Element {
  const [own, rest] = splitProps(props, ['label', 'children', 'class'])
  return (
    <button type="button" {...rest} class={`icon-button ${own.class ?? ''}`} aria-label={own.label} title={own.label}>
      {own.children}
    </button>
  )
}
