import type { FileVersion } from '../../agent/file-version.ts'
import './file-history.css'
import { createResource, createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { FileEntry } from '../../agent/state.ts'
import { clockTime } from '../base/kit/clock-time.ts'
import { fileSize } from '../base/kit/file-size.ts'
import { lazy } from '../base/kit/lazy.ts'
import { useApp } from '../base/state/app-context.ts'
import { useFiles } from '../base/state/files.ts'
import { messageOf } from '../base/state/message-of.ts'
import { t } from '../base/words/t.ts'
import { placing } from './change-files.ts'

const VersionDiff = lazy(() => import('./VersionDiff.tsx'))

/** Versions of a file, newest first. Each can be compared with the version before it and restored. */
export default function FileHistory(props: { path: string; file: FileEntry | null }): JSX.Element {
  const { actions, state } = useApp()
  const { history } = useFiles()
  const [compared, setCompared] = createSignal<number | null>(null)
  const [versions] = createResource(
    // Read again when the file changes.
    () => ({ sessionId: state.open?.id ?? '', path: props.path, seq: props.file?.seq }),
    async ({ sessionId, path }): Promise<{ all: FileVersion[] } | { problem: string }> => {
      try {
        return { all: (await history(sessionId, path)).reverse() }
      } catch (error) {
        return { problem: messageOf(error) }
      }
    },
  )
  const all = () => {
    const now = versions.latest
    return now && 'all' in now ? now.all : []
  }
  const problem = () => {
    const now = versions.latest
    return now && 'problem' in now ? now.problem : null
  }
  const restore = ({ blob, size, mediaType }: FileVersion): void => {
    if (blob !== null) actions.changeFiles([placing(state.open?.files ?? [], props.path, { blob, size, mediaType })])
  }
  return (
    <div class="history">
      <Show when={problem()}>{(words) => <p class="field-error">{words()}</p>}</Show>
      <ol aria-label={t('History')} class="versions">
        <For each={all()} fallback={<li class="hint">{versions.loading ? t('Checking…') : t('No history.')}</li>}>
          {(version, place) => (
            <li>
              <div class="version">
                <span class="version-words">
                  <strong>{actOf(version, all()[place() + 1])}</strong>
                  <span class="hint">
                    {clockTime(version.timestamp, Date.now())}
                    {version.blob === null ? '' : t(', ') + fileSize(version.size)}
                  </span>
                </span>
                <button
                  type="button"
                  class="button small ghost"
                  aria-expanded={compared() === version.seq}
                  onClick={() => setCompared(compared() === version.seq ? null : version.seq)}
                >
                  {t('Changes')}
                </button>
                <Show when={version.blob !== null && version.blob !== props.file?.blob}>
                  <button type="button" class="button small" onClick={() => restore(version)}>
                    {t('Restore')}
                  </button>
                </Show>
              </div>
              <Show when={compared() === version.seq}>
                <Suspense fallback={<p class="hint">{t('Checking…')}</p>}>
                  <VersionDiff path={props.path} before={all()[place() + 1]?.blob ?? null} after={version.blob} />
                </Suspense>
              </Show>
            </li>
          )}
        </For>
      </ol>
    </div>
  )
}

function actOf(version: FileVersion, before: FileVersion | undefined): string {
  const byYou = version.by === null
  if (version.blob === null) return byYou ? t('Deleted by you') : t('Deleted by the agent')
  if (before === undefined || before.blob === null) return byYou ? t('Created by you') : t('Created by the agent')
  return byYou ? t('Changed by you') : t('Changed by the agent')
}
