import { onCleanup } from 'solid-js'
import { topDialog } from '../../base/kit/open-dialogs.ts'

/**
 * Shortcuts: Ctrl or Cmd with K for all commands, with Shift and O for a new session or S for the sidebar; "?" for
 * help, unless the person is typing; Alt with an arrow up for the newest card, down for the message box.
 */
export function listenForCommands(run: {
  commands: () => void
  help: () => void
  newest: () => void
  box: () => void
  begin: () => void
  sidebar: () => void
}): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || topDialog() !== null) return
    const key = event.key.toLowerCase()
    const held = event.ctrlKey !== event.metaKey
    if (event.altKey) return withAlt(event, run)
    const asked =
      held && key === 'k' && !event.shiftKey
        ? run.commands
        : held && key === 'o' && event.shiftKey
          ? run.begin
          : held && key === 's' && event.shiftKey
            ? run.sidebar
            : key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
              ? run.help
              : null
    if (asked === null) return
    event.preventDefault()
    asked()
  }
  document.addEventListener('keydown', onKey)
  onCleanup(() => document.removeEventListener('keydown', onKey))
}

function withAlt(event: KeyboardEvent, { newest, box }: { newest: () => void; box: () => void }): void {
  const { key, ctrlKey, metaKey, shiftKey, target } = event
  if (ctrlKey || metaKey || shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return
  // opens a select
  if (target instanceof HTMLElement && target.matches('select')) return
  event.preventDefault()
  if (key === 'ArrowUp') newest()
  else box()
}

const isTyping = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement && (at.isContentEditable || at.matches('input, textarea, select'))
