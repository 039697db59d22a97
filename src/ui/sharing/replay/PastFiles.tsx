import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { FileEntry } from '../../../agent/state.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { fileSize } from '../../base/kit/file-size.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { count, t } from '../../base/words/t.ts'

const FilePreview = lazy(async () => ({ default: (await import('../../files/FilePreview.tsx')).FilePreview }))

/**
 * The files at that time; each opens with its content of that time. Content that is no longer kept is marked as
 * missing.
 */
export function PastFiles(props: { files: readonly FileEntry[] }): JSX.Element {
  /** A snapshot from when it was opened, even while the replay continues behind it. */
  const [open, setOpen] = createSignal<FileEntry | null>(null)
  return (
    <>
      <details>
        <summary>{count(props.files.length, '1 file at that time', '{n} files at that time')}</summary>
        <ul class="replay-files">
          <For each={props.files}>
            {(file) => (
              <li>
                <button type="button" class="button small ghost" onClick={() => setOpen({ ...file })}>
                  <VisibleText text={file.path} />
                </button>{' '}
                <span class="hint">{fileSize(file.size)}</span>
              </li>
            )}
          </For>
        </ul>
      </details>
      <Show when={open()} keyed>
        {(file) => (
          <Dialog
            label={t('{path}, at that time', { path: showHidden(file.path) })}
            class="past-file"
            onClose={() => setOpen(null)}
          >
            <Suspense fallback={<p class="hint">{t('Loading…')}</p>}>
              <FilePreview file={file} />
            </Suspense>
          </Dialog>
        )}
      </Show>
    </>
  )
}
