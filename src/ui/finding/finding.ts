import { createSignal, onCleanup } from 'solid-js'
import { topDialog } from '../kit/open-dialogs.ts'

/** The keys that begin to look for something, and whether the open session is being looked through. */

const [isFinding, setFinding] = createSignal(false)
/** Words to begin with. The same ones again count: the key was pressed anew. */
const [firstWords, setFirstWords] = createSignal('', { equals: false })

/** What all sessions are to be looked through for when the dialog opens next. */
let wanted = ''

export { firstWords, isFinding }

export function wantSearch(words: string): void {
  wanted = words
}
export function takeSearch(): string {
  const words = wanted
  wanted = ''
  return words
}

export function startFinding(words: string): void {
  setFirstWords(words)
  setFinding(true)
}
export const stopFinding = (): void => void setFinding(false)

/** Marks the bar: keys pressed in it are its own. */
export const FIND_BAR = 'find-bar'

/**
 * Ctrl or Cmd with F looks through the open session: of its list the browser sees only what is on the screen. Pressed again, the key is the
 * browser's. With Shift: through all sessions.
 */
export function listenForFinding({
  search,
  canFind,
  prepare,
}: {
  search: () => void
  /** Whether the bar can be shown; else the key is the browser's. */
  canFind: () => boolean
  /** Fetches the bar. */
  prepare: () => void
}): void {
  const onKey = (event: KeyboardEvent): void => {
    // the bar is fetched before the second key: letters that follow at once would go to whatever has the focus
    if (event.key === 'Control' || event.key === 'Meta') return void (canFind() && prepare())
    if (event.key.toLowerCase() !== 'f' || event.altKey || event.ctrlKey === event.metaKey) return
    if (event.defaultPrevented || event.isComposing || topDialog() !== null) return
    if (event.shiftKey) {
      event.preventDefault()
      search()
      return
    }
    const isInBar = event.target instanceof Element && event.target.closest(`.${FIND_BAR}`) !== null
    if (isInBar || !canFind()) return
    event.preventDefault()
    startFinding(selectedWords())
  }
  document.addEventListener('keydown', onKey)
  onCleanup(() => document.removeEventListener('keydown', onKey))
}

/** What is selected on the page, if it is a few words. */
function selectedWords(): string {
  const words = getSelection()?.toString().trim() ?? ''
  return words.includes('\n') || words.length > 100 ? '' : words
}
