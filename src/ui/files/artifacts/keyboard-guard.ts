/**
 * Keeps a person's keys out of running artifacts. A frame can take the focus at any time (`window.focus()`; neither
 * `inert` nor a modal dialog prevents it), and the next keys go to it before this page hears that it lost the focus. So
 * no artifact runs while the focus is in a text field: it is stopped in the very event that moves the focus there,
 * before the first key. An artifact that takes the focus without a click, later than a page does when it opens, is
 * stopped, too: it would hold the keyboard.
 */
export type Theft = 'writing' | 'taken'

/** Milliseconds after a key in which a frame with the focus must have taken it: nobody types and clicks at once. */
const AFTER_KEY = 1000
/** Milliseconds in which a new page may set its first focus. */
const OPENING = 3000
const NOT_TEXT = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'hidden',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

/** Whether keys go into a text field here. All of a dialog counts, since dialogs hold the fields of keys. */
function isWriting(element: Element | null): boolean {
  if (element === null) return false
  if (element.closest('dialog') !== null) return true
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type)
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)
}

/**
 * Watches one frame from now on. `stop` is called once, in the event itself: it must remove the frame before it
 * returns. Afterwards the focus returns to where it was. A text field that has the focus now loses it. `opening`:
 * milliseconds in which it may set its first focus.
 */
export function guardKeyboard(frame: HTMLIFrameElement, stop: (why: Theft) => void, opening = OPENING): () => void {
  const focused = document.activeElement
  if (isWriting(focused) && focused instanceof HTMLElement && !focused.closest('dialog')) focused.blur()
  const began = performance.now()
  let before: Element | null = document.activeElement
  let key = { name: '', at: Number.NEGATIVE_INFINITY }
  const end = (): void => {
    removeEventListener('focusin', onFocus, true)
    removeEventListener('keydown', onKey, true)
    removeEventListener('blur', onBlur)
  }
  const stopFor = (why: Theft): void => {
    end()
    stop(why)
  }
  const onFocus = (event: FocusEvent): void => {
    const target = event.target instanceof Element ? event.target : null
    if (isWriting(target)) return stopFor('writing')
    if (target !== frame) before = target
  }
  const onKey = (event: KeyboardEvent): void => {
    key = { name: event.key, at: event.timeStamp }
  }
  const onBlur = (event: FocusEvent): void => {
    // The focus may have gone to another window instead.
    if (event.target !== window || document.activeElement !== frame) return
    const typing = event.timeStamp - key.at < AFTER_KEY
    if (event.timeStamp - began < opening) return
    // Tab leads into a frame as into any element.
    const tabbed = typing && key.name === 'Tab'
    // A finger hovers over nothing.
    const pointed = frame.matches(':hover') || matchMedia('(hover: none)').matches
    if (tabbed || (pointed && !typing)) return
    stopFor('taken')
    window.focus()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  addEventListener('focusin', onFocus, true)
  addEventListener('keydown', onKey, true)
  addEventListener('blur', onBlur)
  return end
}
