import './safe-banner.css'
import { type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

/** Says that nothing runs, in whichever tab safe mode is on; in that tab, offers to leave it. */
export function SafeBanner(): JSX.Element {
  const app = useApp()
  const words = () => {
    if (!app.safe()) return t('Safe mode in another tab: nothing is running. Close that tab, or leave safe mode there.')
    return app.state.role === 'follower' && !app.state.notRunning
      ? t('Safe mode, but another tab runs the sessions')
      : t('Safe mode: nothing is running')
  }
  return (
    <div class="safe-mode" role="status" aria-label={t('Safe mode')}>
      <span>{words()}</span>
      <Show when={app.safe()}>
        <button type="button" class="button small" onClick={() => app.leaveSafe()}>
          {t('Leave safe mode')}
        </button>
      </Show>
    </div>
  )
}
