import X from 'lucide-solid/icons/x'
import { createEffect, type JSX, onCleanup, Show } from 'solid-js'
import { IconButton } from '../kit/IconButton.tsx'
import { useApp } from '../state/app-context.ts'

/** What just happened, in one sentence, with "Undo" where that is possible. Goes by itself, later when it can be undone. */
export function NoticeBar(): JSX.Element {
  const { state, actions } = useApp()
  createEffect(() => {
    if (!state.notice) return
    const timer = setTimeout(actions.dismissNotice, state.notice.undo ? 15_000 : 8_000)
    onCleanup(() => clearTimeout(timer))
  })
  return (
    <div role="status" aria-label="Notice" class="notice-slot">
      <Show when={state.notice} keyed>
        {(notice) => (
          <div class="notice">
            <span class="notice-text">{notice.text}</span>
            <Show when={notice.undo}>
              <button
                type="button"
                class="button"
                onClick={() => {
                  notice.undo?.()
                  actions.dismissNotice()
                }}
              >
                Undo
              </button>
            </Show>
            <IconButton label="Dismiss" onClick={() => actions.dismissNotice()}>
              <X size={16} />
            </IconButton>
          </div>
        )}
      </Show>
    </div>
  )
}
