import './drawer.css'
import { createEffect, type JSX, onCleanup, Show } from 'solid-js'
import { isComposing } from './is-composing.ts'
import { topDialog } from './open-dialogs.ts'

/** Of Chromium's; TypeScript does not know it yet. */
const { CloseWatcher } = window as { CloseWatcher?: new () => { onclose: () => void; destroy: () => void } }

/**
 * A side panel: beside the conversation where there is room (`modal` false), otherwise sliding over it. As a drawer it
 * takes the focus, closes with Escape, the back key or a tap outside, and returns the focus.
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
      // Escape in a dialog above the drawer closes only that dialog
      if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event) && !topDialog()) close()
    }
    // where supported: handles Escape and the back key of a phone, which would otherwise leave the page
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
