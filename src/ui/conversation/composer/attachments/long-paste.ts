import { onCleanup } from 'solid-js'
import { MOST_TEXT } from '../../../../documents/most-text.ts'
import { t } from '../../../base/words/t.ts'

/**
 * Longest text that is pasted into the box, in characters and in lines; longer text would bury the question about it.
 */
const LONG = 8000
const MANY_LINES = 200

/** Selector of the boxes in which messages are written. */
export const BOXES = '.composer-box, .message-editor'

/**
 * Attaches long text pasted into the box of `inside`. Text longer than a document may be is inserted instead, so that
 * none is lost. Until this code is loaded, all text is inserted. `names`: names of present attachments.
 */
export function listenForLongPaste(
  inside: () => Element | undefined,
  names: () => readonly (string | undefined)[],
  take: (file: File) => void,
): void {
  const paste = (event: ClipboardEvent): void => {
    const words = event.clipboardData?.getData('text/plain') ?? ''
    const isLong = words.length > LONG || words.split('\n').length > MANY_LINES
    const box = (event.target as Element).closest(BOXES)
    if (event.defaultPrevented || !isLong || words.length > MOST_TEXT || !box?.contains(inside() ?? null)) return
    event.preventDefault()
    take(new File([words], freeName(names()), { type: 'text/plain' }))
  }
  document.addEventListener('paste', paste)
  onCleanup(() => document.removeEventListener('paste', paste))
}

/** People and models tell attachments apart by name. */
function freeName(taken: readonly (string | undefined)[]): string {
  let name = t('Pasted text')
  for (let n = 2; taken.includes(name); n++) name = t('Pasted text {n}', { n })
  return name
}
