import type { JSX } from 'solid-js'
import CloudOff from '~icons/lucide/cloud-off'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'

/** Shown when local changes have not reached the sync storage for a while. Opens the settings that explain it. */
export function SyncMark(): JSX.Element {
  const { openDialog } = useApp()
  const words = () => t('Not yet on your other devices')
  return (
    <button
      type="button"
      class="sync-mark"
      aria-label={words()}
      title={words()}
      onClick={() => openDialog({ settings: 'Devices' })}
    >
      <CloudOff size={16} />
      <span>{words()}</span>
    </button>
  )
}
