import { createSignal } from 'solid-js'

/** Tag whose sessions alone are listed in the sidebar; null: all. Kept for the lifetime of the tab. */
const [tag, setTag] = createSignal<string | null>(null)
export const shownTag = tag
export const showTag = (name: string | null): void => void setTag(name)
