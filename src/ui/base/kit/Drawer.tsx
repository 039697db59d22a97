import './drawer.css'
import { createEffect, type JSX, onCleanup, Show } from 'solid-js'
import { isComposing } from './is-composing.ts'
import { topDialog } from './open-dialogs.ts'

/** Of Chromium's; TypeScript does not know it yet. */
const { CloseWatcher } = window as { CloseWatcher?: new () => { onclose: () => void; destroy: () => void } }

/**
 * A side panel that stands beside the conversation where there is room (`modal` false) and slides over it where there
 * is none. As a drawer it takes the focus, closes with Escape, the back key or a tap beside it, and gives the focus
 * back.
 */
export function Drawer(props: {
  open: boolean
  modal: boolean
  side: 'left' | 'right'
  onClose: () => void
  children: JSX.Element
}): JSX.Element {
  let panel: HTMLDivElement | undefined
  createEffect(() => {
    if (!props.modal || !props.open) return
    const before = document.activeElement
    panel?.focus()
    const close = (): void => props.onClose()
    const onKey = (event: KeyboardEvent): void => {
      // of a dialog that stands over it, it closes that alone
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event) && !topDialog()) close()
    }
    // where the browser has it: Escape, and the back key of a phone, which would leave the page, for what is on top
    const watcher = CloseWatcher && new CloseWatcher()
    if (watcher) watcher.onclose = close
    else document.addEventListener('keydown', onKey)
    onCleanup(() => {
      watcher?.destroy()
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    })
  })
  return (
    <>
      <Show when={props.modal && props.open}>
        <div class="backdrop" onClick={() => props.onClose()} aria-hidden="true" />
      </Show>
      <div
        ref={panel}
        class="drawer"
        data-side={props.side}
        data-modal={props.modal}
        data-open={props.open}
        tabindex="-1"
        inert={!props.open}
      >
        {props.children}
      </div>
    </>
  )
}
