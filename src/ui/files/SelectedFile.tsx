import { isComposing } from '../base/kit/is-composing.ts'
import './selected-file.css'
import { createEffect, createSignal, type JSX, on, Show, Suspense } from 'solid-js'
import Download from '~icons/lucide/download'
import Ellipsis from '~icons/lucide/ellipsis'
import type { FileEntry } from '../../agent/state.ts'
import { keepFocus } from '../base/kit/keep-focus.ts'
import { lazy } from '../base/kit/lazy.ts'
import { Menu } from '../base/kit/Menu.tsx'
import { VisibleText } from '../base/kit/VisibleText.tsx'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { placing, removal, renaming } from './change-files.ts'
import { downloadBytes } from './download.ts'
import { FilePreview } from './FilePreview.tsx'

const FileHistory = lazy(() => import('./FileHistory.tsx'))

/** The chosen file: its name, its actions, and its preview or its history. */
export function SelectedFile(props: {
  file: FileEntry
  files: readonly FileEntry[]
  onMoved: (path: string) => void
}): JSX.Element {
  const { actions, state } = useApp()
  const [renamed, setRenamed] = createSignal<string | null>(null)
  const [history, setHistory] = createSignal(false)
  let head: HTMLDivElement | undefined
  const more = () => head?.querySelector<HTMLElement>('.menu button') ?? null
  createEffect(
    on(
      () => props.file.path,
      () => setRenamed(null),
    ),
  )
  const download = async (): Promise<void> => {
    const { blob, path, mediaType } = props.file
    if (blob === null) return
    try {
      const bytes = await actions.blob(blob)
      if (bytes) await downloadBytes(bytes, path, mediaType)
      else actions.notify(t('The content of {path} is missing.', { path }))
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  const rename = (): void => {
    const path = (renamed() ?? '').trim().normalize('NFC')
    setRenamed(null)
    if (path === '' || path === props.file.path) return
    const changes = renaming(props.files, props.file, path)
    if (changes === null) return actions.notify(t('{path} already exists.', { path }))
    actions.changeFiles(changes)
    props.onMoved(path)
  }
  const remove = (): void => {
    const { path, blob, size, mediaType } = props.file
    const sessionId = state.open?.id
    if (blob === null) return
    const panel = head?.closest('.files')
    const line = () => panel?.querySelector<HTMLElement>('.file-tree [tabindex="0"]')
    keepFocus(more(), () => line() ?? panel?.querySelector('button') ?? null)
    actions.changeFiles([removal(props.file)], sessionId)
    const back = [placing([], path, { blob, size, mediaType })]
    actions.notify(t('Deleted {path}', { path }), () => actions.changeFiles(back, sessionId))
  }
  return (
    <div class="preview">
      <div ref={head} class="preview-head">
        <Show
          when={renamed() !== null}
          fallback={
            <span class="preview-path" title={showHidden(props.file.path)}>
              <VisibleText text={props.file.path} />
            </span>
          }
        >
          <input
            ref={(element) => queueMicrotask(() => element.select())}
            class="input small"
            aria-label={t('File name')}
            maxlength="512"
            value={renamed() ?? ''}
            onInput={(event) => setRenamed(event.currentTarget.value)}
            onBlur={rename}
            onKeyDown={(event) => {
              if (isComposing(event)) return
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.preventDefault()
              if (event.key === 'Enter') rename()
              else setRenamed(null)
              more()?.focus({ preventScroll: true })
            }}
          />
        </Show>
        <button type="button" class="button small" onClick={() => void download()}>
          <Download size={15} /> {t('Download')}
        </button>
        <Menu
          label={t('More for {path}', { path: props.file.path })}
          icon={<Ellipsis size={16} />}
          items={[
            { label: history() ? t('Show content') : t('Show history'), run: () => setHistory(!history()) },
            { label: t('Rename'), run: () => setRenamed(props.file.path) },
            { label: t('Delete'), run: remove, danger: true },
          ]}
        />
      </div>
      <Show
        when={!history()}
        fallback={
          <Suspense>
            <FileHistory path={props.file.path} file={props.file} />
          </Suspense>
        }
      >
        <FilePreview file={props.file} />
      </Show>
    </div>
  )
}
