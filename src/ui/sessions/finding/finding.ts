import { createSignal, onCleanup } from 'solid-js'
import { topDialog } from '../../base/kit/open-dialogs.ts'

/** Shortcuts that start a search, and whether the find bar of the open session is shown. */

const [isFinding, setFinding] = createSignal(false)
/** Words to start with. Setting the same words counts: the shortcut was pressed again. */
const [firstWords, setFirstWords] = createSignal('', { equals: false })

/** Words for the search in all sessions when its dialog opens next. */
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

/** Marks the bar: it handles keys pressed in it itself. */
export const FIND_BAR = 'find-bar'

/**
 * Ctrl or Cmd with F searches the open session, because the browser sees only the rows on the screen. A second press is
 * left to the browser. With Shift: searches all sessions.
 */
export function listenForFinding({
  search,
  canFind,
  prepare,
}: {
  search: () => void
  /** Whether the bar can be shown; else the browser handles the key. */
  canFind: () => boolean
  /** Loads the bar. */
  prepare: () => void
}): void {
  const onKey = (event: KeyboardEvent): void => {
    // load the bar before the second key: letters typed right after it would go to the focused element
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

/** Selected text on the page, if it is a few words. */
function selectedWords(): string {
  const words = getSelection()?.toString().trim() ?? ''
  return words.includes('\n') || words.length > 100 ? '' : words
}
