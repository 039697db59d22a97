import '../tool-calls/tool-decision.css'
import '../tool-calls/tool-question.css'
import './helper-card.css'
import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { FileChange } from '../../../agent/content.ts'
import type { Form } from '../../../agent/form.ts'
import type { ToolCall } from '../../../agent/message.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { count, t } from '../../base/words/t.ts'

const VersionDiff = lazy(() => import('../../files/VersionDiff.tsx'))

/** The files that a helper changed in its copy of the workspace. The person keeps or drops all of them. */
export function HelperChanges(props: { call: ToolCall; form: Form }): JSX.Element {
  const { actions, state } = useApp()
  const arming = createArming()
  const [sentAs, setSentAs] = createSignal<string | null>(null)
  // after a refusal it can be answered again
  const answered = () => state.unacknowledged[sentAs() ?? ''] === true
  const answer = (action: 'accept' | 'decline') =>
    arming.press(() => {
      if (!answered()) setSentAs(actions.answerForm(props.call.id, props.form.id, action, {}))
    })
  const files = () => props.form.changes?.files ?? []
  return (
    <section class="tool-question helper-changes" aria-label={t('Changes of a helper')}>
      <p class="hint">{t('The helper worked on a copy. Nothing of this is in your files yet.')}</p>
      <ul>
        <For each={files()}>
          {(file) => (
            <li>
              <ChangedFile file={file} open={files().length === 1} />
            </li>
          )}
        </For>
      </ul>
      <Show when={props.form.changes?.more}>
        {(more) => <p class="hint">{count(more(), 'and 1 more file', 'and {n} more files')}</p>}
      </Show>
      <div class="tool-choices" ref={arming.watch}>
        <button
          type="button"
          class="button primary"
          aria-disabled={arming.unarmed() || answered()}
          onClick={answer('accept')}
        >
          {t('Keep changes')}
        </button>
        <button type="button" class="button" aria-disabled={arming.unarmed() || answered()} onClick={answer('decline')}>
          {t('Drop changes')}
        </button>
        <EarlyPress arming={arming} />
      </div>
    </section>
  )
}

/** Its difference is read when it is opened. */
function ChangedFile(props: { file: FileChange; open: boolean }): JSX.Element {
  const [opened, setOpened] = createSignal(props.open)
  const kind = () => (props.file.to === null ? t('Deleted') : props.file.from === null ? t('New file') : t('Changed'))
  return (
    <details open={opened()} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        <VisibleText text={props.file.path} /> <span class="hint">{kind()}</span>
      </summary>
      <Show when={opened()}>
        <Suspense>
          <VersionDiff path={props.file.path} before={props.file.from} after={props.file.to} />
        </Suspense>
      </Show>
    </details>
  )
}
