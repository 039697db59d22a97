import './notice-bar.css'
import { createEffect, type JSX, onCleanup, Show, Suspense } from 'solid-js'
import { Portal } from 'solid-js/web'
import X from '~icons/lucide/x'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { topDialog } from '../../base/kit/open-dialogs.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { createKeepAwake } from '../../base/notifications/keep-awake.ts'
import { useApp } from '../../base/state/app-context.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

const DropZones = lazy(() => import('../../files/DropZones.tsx'))
const IncomingFiles = lazy(() => import('../../settings/data/IncomingFiles.tsx'))

/**
 * The latest event in one sentence, with "Undo" if possible. It disappears by itself, later if it can be undone. It is
 * rendered inside an open dialog: anything outside the dialog can’t be seen, read aloud or pressed.
 */
export default function NoticeBar(): JSX.Element {
  const { state, actions } = useApp()
  const dismiss = (): void => {
    actions.dismissNotice()
    // the focus was lost with the button
    if (document.activeElement === document.body) (topDialog() ?? document.getElementById('main'))?.focus()
  }
  createEffect(() => {
    if (!state.notice) return
    const timer = setTimeout(dismiss, state.notice.undo ? 15_000 : 8_000)
    onCleanup(() => clearTimeout(timer))
  })
  createKeepAwake(() => state.preferences.keepAwake && state.sessions?.some(({ busy }) => busy) === true)
  return (
    <>
      <Suspense>
        <IncomingFiles />
        <DropZones />
      </Suspense>
      <Portal mount={topDialog() ?? document.body}>
        <div role="status" aria-label={t('Notice')} class="notice-slot">
          <Show when={state.notice} keyed>
            {(notice) => (
              <div class="notice">
                <span class="notice-text">
                  <VisibleText text={said(notice.text)} />
                </span>
                <Show when={notice.undo}>
                  <button
                    type="button"
                    class="button"
                    onClick={() => {
                      notice.undo?.()
                      dismiss()
                    }}
                  >
                    {t('Undo')}
                  </button>
                </Show>
                <IconButton label={t('Dismiss')} onClick={dismiss}>
                  <X size={16} />
                </IconButton>
              </div>
            )}
          </Show>
        </div>
      </Portal>
    </>
  )
}
