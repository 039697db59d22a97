import { createSignal } from 'solid-js'
import { keepHere } from '../kit/keep-here.ts'

const KEY = 'reflexor:sidebar-hidden'
const [hidden, setHidden] = createSignal(localStorage.getItem(KEY) !== null)

/** Whether the person hides the sidebar where there is space for it. Kept over a reload. */
export const sidebarHidden = hidden
export function hideSidebar(hide: boolean): void {
  setHidden(hide)
  keepHere(KEY, hide ? '1' : '')
}
