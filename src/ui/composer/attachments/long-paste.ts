import { onCleanup } from 'solid-js'
import { MOST_TEXT } from '../../../documents/most-text.ts'
import { t } from '../../words/t.ts'

/** Characters, and lines, up to which words are written into the box: what is longer would bury what is asked about it. */
const LONG = 8000
const MANY_LINES = 200

/** Where a message is written. */
export const BOXES = '.composer-box, .message-editor'

/**
 * Long words that are pasted into the box of `inside` are attached. Longer ones than a document may have are written: none of them is left out.
 * Until this code is there, all are. `names`: of what is attached already.
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

/** A person, and a model, tells one from another by its name. */
function freeName(taken: readonly (string | undefined)[]): string {
  let name = t('Pasted text')
  for (let n = 2; taken.includes(name); n++) name = t('Pasted text {n}', { n })
  return name
}
