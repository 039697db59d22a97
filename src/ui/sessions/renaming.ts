import { createSignal } from 'solid-js'

/** Whether a session's name is being written in the list: its rows stay where they are meanwhile, since one that is moved loses the focus. */
export const [isRenaming, setRenaming] = createSignal(false)
