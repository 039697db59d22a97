import { onCleanup } from 'solid-js'
import { useApp } from '../../../base/state/app-context.ts'
import type { Attached } from '../../../base/state/drafts.ts'
import { messageOf } from '../../../base/state/message-of.ts'
import { t } from '../../../base/words/t.ts'
import { putWords } from '../put-words.ts'

/** Whether the attachment consists of its words only. */
export const isPlainText = (block: Attached): boolean =>
  block.type === 'document' && block.words !== null && block.mediaType === 'text/plain'

/**
 * Moves an attachment's text into the message: by its chip, and by Ctrl+Z while nothing was typed since it was pasted.
 * `pasted`: the attachment of that paste; `box`: the text box of the message.
 */
export function createWordsOfChip(props: {
  pasted: () => Attached | undefined
  onRemove: (block: Attached) => void
  box: () => HTMLTextAreaElement | null
}): { put: (block: Attached) => void } {
  const { actions } = useApp()
  const put = async (block: Attached): Promise<void> => {
    if (block.type !== 'document' || block.words === null) return
    try {
      const bytes = await actions.blob(block.digest ? block.blob : block.words)
      if (bytes === null) return actions.notify(t('It can’t be shown.'))
      const box = props.box()
      if (box === null) return
      props.onRemove(block)
      box.focus()
      putWords(box, [box.value.trimEnd(), new TextDecoder().decode(bytes)].filter((part) => part !== '').join('\n\n'))
      // text too long for an edit command fires no input event by itself
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  const undo = (event: KeyboardEvent): void => {
    const block = props.pasted()
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!block || !isUndo || event.target !== props.box()) return
    event.preventDefault()
    void put(block)
  }
  document.addEventListener('keydown', undo)
  onCleanup(() => document.removeEventListener('keydown', undo))
  return { put: (block) => void put(block) }
}
