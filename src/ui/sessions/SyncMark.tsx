import type { JSX } from 'solid-js'
import CloudOff from '~icons/lucide/cloud-off'
import { useApp } from '../state/app-context.ts'
import { t } from '../words/t.ts'

/** Something done here has not been in the storage of the devices for a while. It leads to where that is explained. */
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
