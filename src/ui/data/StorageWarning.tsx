import { createEffect, type JSX, on, Show } from 'solid-js'
import { useApp } from '../state/app-context.ts'
import { t } from '../words/t.ts'
import ExportButton from './ExportButton.tsx'

/** Says that the storage is filling up, before anything cannot be saved, and that backups to a folder wait for the person. Looks again whenever a run has ended. */
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
          <span role="status">{t('Backups to your folder wait: the browser wants you to allow it again.')}</span>
          <button type="button" class="button small" onClick={() => openDialog({ settings: 'Data' })}>
            {t('Open Data')}
          </button>
        </section>
      </Show>
      <Show when={level() !== 'fine'}>
        <div class="banner" classList={{ bad: level() === 'nearly-full' }} role="alert">
          <div>
            <strong>
              {level() === 'nearly-full'
                ? t('The space that this browser grants is nearly used up.')
                : t('The space that this browser grants is filling up.')}
            </strong>{' '}
            {t(
              'Everything is saved so far. Export what you want to keep, then free disk space or delete old sessions: while space is short they can be restored for ten minutes, and their space is free within an hour and a half.',
            )}
          </div>
          <ExportButton label={t('Export everything')} small />
        </div>
      </Show>
    </>
  )
}
