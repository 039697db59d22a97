import { createEffect, type JSX, on, Show } from 'solid-js'
import { useApp } from '../state/app-context.ts'
import { t } from '../words/t.ts'
import ExportButton from './ExportButton.tsx'

/** Says that the storage is filling up, before anything cannot be saved. Looks again whenever a run has ended. */
export function StorageWarning(): JSX.Element {
  const { state, actions } = useApp()
  const resting = () => (state.sessions ?? []).every((session) => !session.busy)
  createEffect(
    on(resting, (rests) => {
      if (rests) void actions.loadHealth()
    }),
  )
  const level = () => state.health?.level ?? 'fine'
  return (
    <Show when={level() !== 'fine'}>
      <div class="banner" classList={{ bad: level() === 'nearly-full' }} role="alert">
        <div>
          <strong>
            {level() === 'nearly-full'
              ? t('The space that this browser grants is nearly used up.')
              : t('The space that this browser grants is filling up.')}
          </strong>{' '}
          {t('Everything is saved so far. Export what you want to keep, then delete old sessions or free disk space.')}
        </div>
        <ExportButton label={t('Export everything')} small />
      </div>
    </Show>
  )
}
