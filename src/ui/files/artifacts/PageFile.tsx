import type { JSX } from 'solid-js'
import Download from '~icons/lucide/download'
import FolderOpen from '~icons/lucide/folder-open'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { showFile } from '../asked-file.ts'
import type { ShownPage } from './create-artifact.ts'

/** Actions for the file of a page. */
export function PageFile(props: { shown: ShownPage }): JSX.Element {
  const { state } = useApp()
  return (
    <>
      <IconButton label={t('Open in files')} onClick={() => showFile(props.shown.artifact().path, state.open?.id)}>
        <FolderOpen size={16} />
      </IconButton>
      <IconButton
        label={t('Download artifact')}
        disabled={props.shown.text() === undefined}
        onClick={() => props.shown.download()}
      >
        <Download size={16} />
      </IconButton>
    </>
  )
}
