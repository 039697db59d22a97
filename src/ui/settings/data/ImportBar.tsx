import './import-bar.css'
import { type JSX, Show } from 'solid-js'
import type { ImportProgress } from '../../base/state/archive.ts'
import { locale } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'

/** The progress of an import, with a button to stop it. */
export function ImportBar(props: { progress: ImportProgress; stopping: boolean; onStop: () => void }): JSX.Element {
  const shown = (n: number): string => n.toLocaleString(locale())
  return (
    <div class="import-bar">
      <Show when={props.progress.of} fallback={<progress aria-label={t('Import')} />}>
        {(of) => (
          <>
            <progress aria-label={t('Import')} max={of()} value={props.progress.done} />
            <span class="hint">
              {t('{done} of {of} conversations', { done: shown(props.progress.done), of: shown(of()) })}
            </span>
          </>
        )}
      </Show>
      <button type="button" class="button small" aria-disabled={props.stopping} onClick={() => props.onStop()}>
        {props.stopping ? t('Stopping…') : t('Stop the import')}
      </button>
    </div>
  )
}
