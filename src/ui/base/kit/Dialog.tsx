import './dialog.css'
import { createUniqueId, type JSX, onCleanup, onMount } from 'solid-js'
import X from '~icons/lucide/x'
import { t } from '../words/t.ts'
import { IconButton } from './IconButton.tsx'
import { dialogOpened } from './open-dialogs.ts'

/** A modal `dialog` of the browser. It keeps the focus inside, closes with Escape, and returns the focus. */
export function Dialog(props: {
  label: string
  class?: string
  onClose: () => void
  children: JSX.Element
}): JSX.Element {
  const id = createUniqueId()
  let dialog: HTMLDialogElement | undefined
  /**
   * A mouse selection may end outside the dialog. The click event then goes to the common parent, which is the dialog
   * itself.
   */
  let pressed: EventTarget | null = null
  onMount(() => {
    const before = document.activeElement
    dialog?.showModal()
    if (dialog) onCleanup(dialogOpened(dialog))
    dialog?.addEventListener('close', () => {
      props.onClose()
      // the close event comes a moment later: do not move the focus if the person has moved on
      for (const place of [before, document.getElementById('main')])
        if (place instanceof HTMLElement && document.activeElement === document.body)
          place.focus({ preventScroll: true })
      // Chromium gives a text box the focus back without the caret, and what is typed then goes nowhere
      const box = document.activeElement
      if (box instanceof HTMLTextAreaElement) box.setSelectionRange(box.selectionStart, box.selectionEnd)
    })
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; Escape does the same
    <dialog
      ref={dialog}
      aria-labelledby={id}
      class={`dialog ${props.class ?? ''}`}
      onPointerDown={(event) => {
        pressed = event.target
      }}
      onClick={(event) => {
        if (event.target === dialog && pressed === dialog) dialog.close()
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={id}>{props.label}</h2>
          <IconButton label={t('Close')} onClick={() => dialog?.close()}>
            <X size={18} />
          </IconButton>
        </div>
        {props.children}
      </div>
    </dialog>
  )
}
