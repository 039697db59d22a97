import { type JSX, Show } from 'solid-js'
import { saveFile } from '../../base/kit/save-file.ts'
import { createWork } from '../../base/state/create-work.ts'
import { useTakeHome } from '../../base/state/take-home.ts'
import { t } from '../../base/words/t.ts'
import { exportWords } from './export-words.ts'

/** Exports all sessions or one as a file. Works from every fault screen, as long as the worker lives. */
export default function ExportButton(props: { label: string; sessionId?: string; small?: boolean }): JSX.Element {
  const takeHome = useTakeHome()
  const work = createWork()
  const run = (): void =>
    void work.run(async () => {
      const exported = await takeHome(props.sessionId === undefined ? undefined : [props.sessionId])
      saveFile(exported.file as Blob, exported.name)
      return { ok: true, message: exportWords(exported) }
    })
  return (
    <>
      <button
        type="button"
        class="button"
        classList={{ small: props.small === true }}
        disabled={work.busy()}
        onClick={run}
      >
        {work.busy() ? t('Exporting…') : props.label}
      </button>
      <Show when={work.outcome()}>
        {(outcome) => (
          <span class="hint" role="status">
            {outcome().message}
          </span>
        )}
      </Show>
    </>
  )
}
