/**
 * Keeps what a person types out of running artifacts. A frame can take the focus whenever it likes (`window.focus()`; neither `inert` nor
 * a modal dialog hinders it), and the keys that follow go to it before this page hears of the loss. So no artifact runs while the focus is
 * where something is written: it is stopped in the very event that brings the focus there, before the first key. Besides, one that takes
 * the focus without having been clicked, later than a page does when it opens, is stopped: it would hold the keyboard fast.
 */
export type Theft = 'writing' | 'taken'

/** Milliseconds after a key in which a frame that has the focus must have taken it: nobody types and clicks at once. */
const AFTER_KEY = 1000
/** Milliseconds in which a page may put the focus where it begins. */
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

/** Whether keys go into a text here; anything in a dialog counts, since dialogs hold the fields of keys. */
function isWriting(element: Element | null): boolean {
  if (element === null) return false
  if (element.closest('dialog') !== null) return true
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type)
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)
}

/**
 * Watches over one frame from now on. `stop` is called once, in the event itself: it must take the frame away before it returns. The focus
 * is given back to where it was afterwards. A field that has the focus now loses it.
 */
export function guardKeyboard(frame: HTMLIFrameElement, stop: (why: Theft) => void): () => void {
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
    // the focus may as well have gone to another window
    if (event.target !== window || document.activeElement !== frame) return
    const typing = event.timeStamp - key.at < AFTER_KEY
    if (event.timeStamp - began < OPENING) return
    // Tab leads into a frame as into anything else
    const tabbed = typing && key.name === 'Tab'
    // a finger hovers over nothing
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
