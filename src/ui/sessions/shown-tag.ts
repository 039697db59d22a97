import { createSignal } from 'solid-js'

/** The tag whose sessions alone are listed at the side; null: all are. It holds for as long as the tab lives. */
const [tag, setTag] = createSignal<string | null>(null)
export const shownTag = tag
export const showTag = (name: string | null): void => void setTag(name)
