import { onCleanup } from 'solid-js'
import { topDialog } from '../../base/kit/open-dialogs.ts'

/**
 * Shortcuts: Ctrl or Cmd with K for all commands, with Shift and O for a new session or S for the sidebar; "?" for the
 * list of shortcuts, unless the person is typing.
 */
export function listenForCommands(run: {
  commands: () => void
  shortcuts: () => void
  begin: () => void
  sidebar: () => void
}): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey || topDialog() !== null) return
    const key = event.key.toLowerCase()
    const held = event.ctrlKey !== event.metaKey
    const asked =
      held && key === 'k' && !event.shiftKey
        ? run.commands
        : held && key === 'o' && event.shiftKey
          ? run.begin
          : held && key === 's' && event.shiftKey
            ? run.sidebar
            : key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
              ? run.shortcuts
              : null
    if (asked === null) return
    event.preventDefault()
    asked()
  }
  document.addEventListener('keydown', onKey)
  onCleanup(() => document.removeEventListener('keydown', onKey))
}

const isTyping = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select'))
