import { createResource, createSignal, type JSX, Show } from 'solid-js'
import type { FileChange } from '../../agent/content.ts'
import type { FileEntry } from '../../agent/state.ts'
import { VisibleText } from '../base/kit/VisibleText.tsx'
import { useApp } from '../base/state/app-context.ts'
import { useFiles } from '../base/state/files.ts'
import { messageOf } from '../base/state/message-of.ts'
import { t } from '../base/words/t.ts'
import { placing, removal } from '../files/change-files.ts'
import { downloadBytes } from '../files/download.ts'
import { FilePreview } from '../files/FilePreview.tsx'
import { previewKind } from '../files/preview-kind.ts'

/** Bytes of a text that can be edited here. */
const EDITABLE = 200_000

/** One file of a project: its content, to edit if it is text, to download and to delete. */
export function ProjectFile(props: {
  file: FileEntry
  onChange: (changes: FileChange[]) => Promise<void>
}): JSX.Element {
  const { actions } = useApp()
  const { put } = useFiles()
  const isText = () =>
    props.file.size <= EDITABLE &&
    ['text', 'markdown', 'table'].includes(previewKind(props.file.path, props.file.mediaType))
  const [bytes] = createResource(() => props.file.blob, actions.blob)
  const [typed, setTyped] = createSignal<string | null>(null)
  const stored = () => new TextDecoder().decode(bytes.latest ?? new Uint8Array())
  const download = async (): Promise<void> => {
    const found = bytes.latest
    if (found) await downloadBytes(found, props.file.path, props.file.mediaType)
    else actions.notify(t('The content of {path} is missing.', { path: props.file.path }))
  }
  const save = async (): Promise<void> => {
    const text = typed()
    const { path, mediaType } = props.file
    if (text === null) return
    try {
      const { sha, size } = await put(new File([text], path, { type: mediaType }), path)
      await props.onChange([placing([props.file], path, { blob: sha, size, mediaType })])
      setTyped(null)
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  const remove = (): void => {
    const { path, blob, size, mediaType } = props.file
    const back = [placing([], path, { blob: blob ?? '', size, mediaType })]
    void props.onChange([removal(props.file)])
    actions.notify(t('Deleted {path}', { path }), () => void props.onChange(back))
  }
  return (
    <div class="project-file">
      <div class="row">
        <VisibleText text={props.file.path} />
        <button type="button" class="button small" onClick={() => void download()}>
          {t('Download')}
        </button>
        <button type="button" class="button small danger" onClick={remove}>
          {t('Delete file')}
        </button>
      </div>
      <Show when={isText() && bytes.latest} fallback={<FilePreview file={props.file} />}>
        <textarea
          class="input"
          rows="10"
          aria-label={t('Content')}
          spellcheck={false}
          value={typed() ?? stored()}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <div class="row">
          <button type="button" class="button small primary" disabled={typed() === null} onClick={() => void save()}>
            {t('Save file')}
          </button>
        </div>
      </Show>
    </div>
  )
}
