import { createRenderEffect, type JSX } from 'solid-js'

/**
 * What the built page puts in the place of Lucide's own `Icon` (vite.config.ts): every icon is drawn by it, once, as one path on a field of 24 by
 * 24. Lucide's makes up to six elements of it and works many more properties out anew for each icon: of what a conversation opens with, they were
 * the half. Screen readers pass over it.
 */
export default function Icon(props: {
  icon: { node: string }
  size?: number
  class?: string
  fill?: string
}): JSX.Element {
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
  svg.firstElementChild?.setAttribute('d', props.icon.node)
  // the only one that changes, of a few
  if ('class' in props) createRenderEffect(() => svg.setAttribute('class', props.class ?? ''))
  return svg
}
