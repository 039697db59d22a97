import { createRenderEffect, type JSX } from 'solid-js'

/**
 * Draws a Lucide icon (.build/icons.ts) as one path on a 24 by 24 field. One element for each line took half the time
 * of opening a conversation. Hidden from screen readers.
 */
export default function Icon(path: string, props: { size?: number; class?: string; fill?: string }): JSX.Element {
  const svg = (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path />
    </svg>
  ) as SVGElement
  const size = String(props.size ?? 24)
  svg.setAttribute('width', size)
  svg.setAttribute('height', size)
  if (props.fill) svg.setAttribute('fill', props.fill)
  svg.firstElementChild?.setAttribute('d', path)
  // the only property that changes, and only for a few icons
  if ('class' in props) createRenderEffect(() => svg.setAttribute('class', props.class ?? ''))
  return svg
}
