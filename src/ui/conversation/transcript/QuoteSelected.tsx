import './quote-selected.css'
import { createSignal, type JSX, onCleanup, onMount, Show } from 'solid-js'
import Quote from '~icons/lucide/quote'
import { t } from '../../base/words/t.ts'
import { quoteInComposer } from '../composer/quote.ts'

/** Gap between the button and the selection, and between the button and the edges of the view; in px. */
const GAP = 6

type Selected = { words: string; top: number; left: number }

/** A button next to selected words of one message. It never takes the focus, so the selection stays. */
export function QuoteSelected(props: { sessionId: string; log: HTMLElement }): JSX.Element {
  const [selected, setSelected] = createSignal<Selected | null>(null)
  let button: HTMLButtonElement | undefined
  const look = (): void => void setSelected(selectedIn(props.log))
  // reading the selection forces a layout: do not do it on each scroll of a streaming text
  let selecting = false
  const onSelection = (): void => {
    selecting = getSelection()?.isCollapsed === false
    look()
  }
  const onScroll = (): void => {
    if (selecting) look()
  }
  onMount(() => {
    const ended = new AbortController()
    const options = { passive: true, signal: ended.signal }
    document.addEventListener('selectionchange', onSelection, options)
    props.log.addEventListener('scroll', onScroll, options)
    onCleanup(() => ended.abort())
  })
  const quote = (words: string): void => {
    getSelection()?.removeAllRanges()
    setSelected(null)
    quoteInComposer(props.sessionId, words)
  }
  return (
    <Show when={selected()}>
      {(now) => (
        <button
          ref={button}
          type="button"
          class="button small quote-selected"
          style={{ top: `${now().top}px`, left: `${now().left}px` }}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => quote(now().words)}
        >
          <Quote size={14} /> {t('Quote')}
        </button>
      )}
    </Show>
  )
}

/** null: no selection, or it spans several messages. */
function selectedIn(log: HTMLElement): Selected | null {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const within = range.commonAncestorContainer
  const at = within instanceof Element ? within : within.parentElement
  const words = selection.toString().trim()
  if (words === '' || !log.contains(at) || at?.closest('article.message') == null || at.closest('button, textarea'))
    return null
  const lines = range.getClientRects()
  const last = lines[lines.length - 1]
  const view = log.getBoundingClientRect()
  if (last === undefined || last.bottom < view.top || last.bottom > view.bottom) return null
  const below = last.bottom + 40 < view.bottom
  return {
    words,
    top: below ? last.bottom + GAP : last.top - 34 - GAP,
    left: Math.max(view.left + GAP, Math.min(last.right, view.right - 96)),
  }
}
