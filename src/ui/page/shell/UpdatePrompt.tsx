import './notice-bar.css'
import { type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

/**
 * A new version is ready; it takes over only when the person agrees. Never lazy: the server may no longer have the code
 * of this version.
 */
export function UpdatePrompt(): JSX.Element {
  const { state } = useApp()
  return (
    <Show when={state.applyUpdate}>
      {(apply) => (
        <div role="status" aria-label={t('New version')} class="update-prompt">
          <span>{t('A new version is ready. Your tasks continue after the reload.')}</span>
          <button type="button" class="button primary" onClick={() => apply()()}>
            {t('Reload')}
          </button>
        </div>
      )}
    </Show>
  )
}
