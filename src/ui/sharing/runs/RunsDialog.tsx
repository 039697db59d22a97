import './runs.css'
import { createEffect, createSignal, For, type JSX, on, onCleanup, Show, Suspense } from 'solid-js'
import { createStore } from 'solid-js/store'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { runsOf, useRunAgain } from '../../base/state/run-again.ts'
import type { RunReport } from '../../base/state/run-report.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { sessionWords } from '../../sessions/session-words.ts'
import { fileName } from '../share/file-name.ts'
import { type NamedRun, runLines } from './run-lines.ts'
import { asJson, asMarkdown } from './runs-file.ts'

const ModelDialog = lazy(() => import('../../settings/models/ModelDialog.tsx'))

/** A recorded task, its repetitions with other models side by side, and the next repetition. */
export default function RunsDialog(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const { begin, report } = useRunAgain()
  const [reports, setReports] = createStore<Record<string, RunReport>>({})
  const [asks, setAsks] = createSignal(false)
  const [choosing, setChoosing] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  let isGone = false
  onCleanup(() => {
    isGone = true
  })
  const items = () => runsOf(state.sessions ?? [], props.sessionId)
  const read = async (id: string): Promise<void> => {
    try {
      const found = await report(id)
      if (!isGone) setReports(id, found)
    } catch (error) {
      if (!isGone) setProblem(messageOf(error))
    }
  }
  createEffect(
    on(
      () => items().map(({ id, count, status }) => `${id} ${count} ${status}`),
      (now, before = []) => {
        for (const line of now) if (!before.includes(line)) void read(line.split(' ')[0] ?? '')
      },
    ),
  )
  const source = () => items()[0]
  const title = () => sessionTitle(source()?.title ?? '')
  const named = (): NamedRun[] =>
    items().flatMap((item, place) => {
      const found = reports[item.id]
      if (found === undefined) return []
      const name = place === 0 ? t('Original') : t('Run {n}', { n: place })
      return [
        {
          ...found,
          name,
          state: item.busy ? sessionWords(item, { now: Date.now() }) : found.failed ? t('Failed') : t('Done'),
        },
      ]
    })
  const run = async (model: ModelChoice): Promise<void> => {
    setProblem('')
    try {
      await begin(source()?.id ?? props.sessionId, model, asks())
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const save = (kind: 'json' | 'md'): void => {
    const text = kind === 'json' ? asJson(title(), named()) : asMarkdown(title(), named())
    const type = kind === 'json' ? 'application/json' : 'text/markdown'
    saveFile(new Blob([text], { type }), `${fileName(title())}-runs.${kind}`)
  }
  return (
    <Dialog label={t('Run again with another model')} class="whole-on-phones" onClose={props.onClose}>
      <p>
        {t(
          'The same messages go to another model in a new session. Tools that reach outside get the results recorded here, so nothing happens outside.',
        )}
      </p>
      <label class="runs-asks">
        <input type="checkbox" checked={asks()} onChange={(event) => setAsks(event.currentTarget.checked)} />
        {t('Ask me to run calls that the recording lacks. Otherwise they are answered with an error.')}
      </label>
      <div class="row">
        <button type="button" class="button primary" onClick={() => setChoosing(true)}>
          {t('Choose a model and run')}
        </button>
      </div>
      <Show when={problem() !== ''}>
        <p role="alert">{said(problem())}</p>
      </Show>
      <section class="runs" tabindex="0" aria-label={t('Runs side by side')}>
        <table>
          <thead>
            <tr>
              <td />
              <For each={items()}>
                {(item, place) => (
                  <th scope="col">
                    <a href={sessionHash(item.id)} onClick={() => props.onClose()}>
                      {place() === 0 ? t('Original') : t('Run {n}', { n: place() })}
                    </a>
                  </th>
                )}
              </For>
            </tr>
          </thead>
          <tbody>
            <For each={[...runLines(), [t('Result'), ({ result }: NamedRun) => result.slice(0, 2000)] as const]}>
              {([label, of]) => (
                <tr>
                  <th scope="row">{label}</th>
                  <For each={named()}>{(one) => <td>{showHidden(of(one))}</td>}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
      <div class="row">
        <button type="button" class="button small" disabled={named().length === 0} onClick={() => save('md')}>
          {t('Save as Markdown')}
        </button>
        <button type="button" class="button small" disabled={named().length === 0} onClick={() => save('json')}>
          {t('Save as JSON')}
        </button>
      </div>
      <Suspense>
        <Show when={choosing()}>
          <ModelDialog
            label={t('Choose a model')}
            current={null}
            onPick={({ providerId, model }) => void run({ providerId, model })}
            onClose={() => setChoosing(false)}
          />
        </Show>
      </Suspense>
    </Dialog>
  )
}
