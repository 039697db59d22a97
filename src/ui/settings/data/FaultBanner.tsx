import { type JSX, Show } from 'solid-js'
import type { StorageFault } from '../../../settings/storage-fault.ts'
import { useApp } from '../../base/state/app-context.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import ExportButton from './ExportButton.tsx'
import { StorageWarning } from './StorageWarning.tsx'

/**
 * Shown while a commit of the open session is held back: says what is safe, and offers to try again or to export
 * everything.
 */
export default function FaultBanner(props: { fault: StorageFault | null }): JSX.Element {
  const { state, actions } = useApp()
  // if nothing can be written, the banner above says so, with its own advice
  const isSaid = () => typeof state.notRunning === 'object'
  return (
    <Show when={!isSaid()}>
      <Show when={props.fault} fallback={<StorageWarning />}>
        {(fault) => (
          <div class="banner bad" role="alert">
            <div>
              <strong>{said(fault().message)}</strong> {said(fault().safe)} {said(fault().advice)}
            </div>
            <div class="row">
              <button type="button" class="button" onClick={() => actions.retryCommit()}>
                {t('Save again')}
              </button>
              <ExportButton label={t('Export everything')} />
            </div>
          </div>
        )}
      </Show>
    </Show>
  )
}
