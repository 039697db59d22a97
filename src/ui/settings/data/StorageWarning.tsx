import { createEffect, type JSX, on, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import ExportButton from './ExportButton.tsx'

/**
 * Warns that the storage is filling up before a save fails, and that backups to a folder wait for the person. Checks
 * again after every run.
 */
export function StorageWarning(): JSX.Element {
  const { state, actions, openDialog } = useApp()
  const resting = () => (state.sessions ?? []).every((session) => !session.busy)
  createEffect(
    on(resting, (rests) => {
      if (rests) void actions.loadHealth()
    }),
  )
  const level = () => state.health?.level ?? 'fine'
  return (
    <>
      <Show when={state.health?.backupWaits}>
        <section class="banner" aria-label={t('Backups to a folder')}>
          <span role="status">{t('Backups are paused: the browser needs you to allow the folder again.')}</span>
          <button type="button" class="button small" onClick={() => openDialog({ settings: 'Data' })}>
            {t('Open Data')}
          </button>
        </section>
      </Show>
      <Show when={level() !== 'fine'}>
        <div class="banner" classList={{ bad: level() === 'nearly-full' }} role="alert">
          <div>
            <strong>
              {level() === 'nearly-full' ? t('Browser storage is almost full.') : t('Browser storage is filling up.')}
            </strong>{' '}
            {t(
              'Everything is saved so far. Export what you want to keep, then free up disk space or delete old sessions. While space is low, deleted sessions can be restored for ten minutes, and their space is freed within an hour and a half.',
            )}
          </div>
          <ExportButton label={t('Export everything')} small />
        </div>
      </Show>
    </>
  )
}
