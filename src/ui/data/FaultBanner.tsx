import { type JSX, Show } from 'solid-js'
import type { StorageFault } from '../../settings/storage-fault.ts'
import { useApp } from '../state/app-context.ts'
import ExportButton from './ExportButton.tsx'
import { StorageWarning } from './StorageWarning.tsx'

/** A commit of the open session is being held: the person learns what is safe and may try again or take everything home. */
export default function FaultBanner(props: { fault: StorageFault | null }): JSX.Element {
  const { actions } = useApp()
  return (
    <Show when={props.fault} fallback={<StorageWarning />}>
      {(fault) => (
        <div class="banner bad" role="alert">
          <div>
            <strong>{fault().message}</strong> {fault().safe} {fault().advice}
          </div>
          <div class="row">
            <button type="button" class="button" onClick={() => actions.retryCommit()}>
              Save again
            </button>
            <ExportButton label="Export everything" />
          </div>
        </div>
      )}
    </Show>
  )
}
