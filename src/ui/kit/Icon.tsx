import type { JSX } from 'solid-js'

/** What an icon of Lucide draws: elements of SVG, one after the other, on a field of 24 by 24. */
type Drawing = { node: readonly (readonly [name: string, attributes: Record<string, string>])[] }

const SVG = 'http://www.w3.org/2000/svg'

/**
 * What the built page puts in the place of Lucide's own `Icon` (vite.config.ts): every icon is drawn by it, once. Lucide's takes many more
 * properties and works each of them out anew for each icon, which cost the first load more than all its icons. Screen readers pass over it.
 */
export default function Icon(props: { icon: Drawing; size?: number; class?: string; fill?: string }): JSX.Element {
  const svg = (
    <svg
      viewBox="0 0 24 24"
      width={props.size ?? 24}
      height={props.size ?? 24}
      class={props.class}
      fill={props.fill ?? 'none'}
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    />
  ) as SVGElement
  for (const [name, attributes] of props.icon.node) {
    const part = document.createElementNS(SVG, name)
    for (const [attribute, value] of Object.entries(attributes)) part.setAttribute(attribute, value)
    svg.append(part)
  }
  return svg
}
