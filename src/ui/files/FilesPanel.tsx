import './files-panel.css'
import { createEffect, createMemo, createSignal, type JSX, Show, untrack } from 'solid-js'
import Download from '~icons/lucide/download'
import X from '~icons/lucide/x'
import { IconButton } from '../base/kit/IconButton.tsx'
import { lazy } from '../base/kit/lazy.ts'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'
import { askedFile, forgetAskedFile } from './asked-file.ts'
import { FileTree } from './FileTree.tsx'
import { useFileWork } from './file-work.ts'
import { droppedOntoPage, setDropped } from './files-shown.ts'
import { SelectedFile } from './SelectedFile.tsx'
import { UploadButton } from './UploadButton.tsx'

const LinkedFolder = lazy(() => import('./LinkedFolder.tsx'))

/**
 * The session's files: a tree, and the chosen file below it. Files dropped on the panel (DropZones.tsx) go into the
 * workspace.
 */
export default function FilesPanel(props: { onClose: () => void }): JSX.Element {
  const { state, actions } = useApp()
  const { doing, upload, downloadAll } = useFileWork()
  const [selected, setSelected] = createSignal<string | null>(null)
  /**
   * The earlier name of the chosen file. It stays until the new name is on disk, and keeps what was opened of the file.
   */
  const [before, setBefore] = createSignal<string | null>(null)
  const files = () => state.open?.files ?? []
  const named = (path: string | null) => files().find((item) => item.path === path)
  const file = createMemo(() => named(selected()) ?? named(before()) ?? null)
  const select = (path: string): void => {
    setBefore(null)
    setSelected(path)
  }
  const move = (path: string): void => {
    setBefore(file()?.path ?? null)
    setSelected(path)
  }
  createEffect(() => {
    if (state.open?.phase === 'ready' && state.open.files === null) actions.loadFiles()
  })
  createEffect(() => {
    const asked = askedFile()
    if (asked === null) return
    select(asked)
    forgetAskedFile()
  })
  createEffect(() => {
    const dropped = droppedOntoPage()
    if (dropped === null) return
    setDropped(null)
    // Another session may have been opened while this code was loading.
    if (dropped.sessionId === untrack(() => state.open?.id)) untrack(() => void upload(dropped.items))
  })
  return (
    <section aria-label={t('Files')} class="files">
      <header class="files-head">
        <h2>{t('Files')}</h2>
        <UploadButton label={t('Upload files')} input={t('Files to upload')} onPick={upload} />
        <Show when={files().length > 0}>
          <IconButton label={t('Save all as zip')} onClick={() => void downloadAll()}>
            <Download size={18} />
          </IconButton>
        </Show>
        <IconButton label={t('Close files')} onClick={() => props.onClose()}>
          <X size={18} />
        </IconButton>
      </header>
      <p class="files-work" role="status" aria-label={t('File tasks')}>
        {doing()}
      </p>
      <Show when={state.open?.id} keyed>
        {(sessionId) => <LinkedFolder sessionId={sessionId} />}
      </Show>
      <Show
        when={files().length > 0}
        fallback={
          <p class="hint pad">
            {t('Files that the agent writes appear here. Press Upload, or drop your own files here, for it to read.')}
          </p>
        }
      >
        <FileTree files={files()} selected={selected()} onSelect={select} />
      </Show>
      <Show when={file()}>{(chosen) => <SelectedFile file={chosen()} files={files()} onMoved={move} />}</Show>
    </section>
  )
}
