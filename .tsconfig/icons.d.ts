/** An icon of Lucide (.build/icons.ts). Screen readers pass over it. */
declare module '~icons/lucide/*' {
  import type { JSX } from 'solid-js'
  export default function Icon(props: { size?: number; class?: string; fill?: string }): JSX.Element
}
