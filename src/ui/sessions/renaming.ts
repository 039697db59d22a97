import { createSignal } from 'solid-js'

/**
 * Whether a session is being renamed in the list: its rows keep their order meanwhile, since a moved row loses the
 * focus.
 */
export const [isRenaming, setRenaming] = createSignal(false)
