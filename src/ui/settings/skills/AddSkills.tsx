import { createSignal, For, type JSX, Show } from 'solid-js'
import type { Results } from '../../../protocol/requests.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { refusalWords } from '../../base/words/refusal-words.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

type Added = Results['add-skills']

/** Adds skills from a zip, a `SKILL.md`, a folder, or the files of the open session. They arrive off. */
export function AddSkills(props: { onAdded: (names: string[]) => void }): JSX.Element {
  const { state } = useApp()
  const ask = useAsk()
  const work = createWork()
  const [refused, setRefused] = createSignal<Added['refused']>([])
  let files!: HTMLInputElement
  let folder!: HTMLInputElement
  const run = (add: () => Promise<Added>): Promise<unknown> =>
    work.run(async () => {
      setRefused([])
      const outcome = await add()
      setRefused(outcome.refused)
      props.onAdded(outcome.added)
      if (outcome.added.length === 0) return null
      return { ok: true, message: t('Added, and off. Read it, then turn it on.') }
    })
  const choose = (input: HTMLInputElement): void => {
    const chosen = [...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    // the same files can be chosen again
    input.value = ''
    if (chosen.length > 0) void run(() => ask({ kind: 'add-skills', of: { files: chosen } }))
  }
  const workspace = () => (state.open?.hasFiles === true ? state.open.id : null)
  return (
    <>
      <input
        ref={files}
        type="file"
        hidden
        accept=".zip,.skill,.md"
        aria-label={t('Skill file')}
        onChange={(event) => choose(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder = input
          input.webkitdirectory = true
        }}
        type="file"
        hidden
        aria-label={t('Skill folder')}
        onChange={(event) => choose(event.currentTarget)}
      />
      <button type="button" class="button" disabled={work.busy()} onClick={() => files.click()}>
        {t('Add from a file')}
      </button>
      <button type="button" class="button" disabled={work.busy()} onClick={() => folder.click()}>
        {t('Add from a folder')}
      </button>
      <Show when={workspace()}>
        {(id) => (
          <button
            type="button"
            class="button"
            disabled={work.busy()}
            onClick={() => void run(() => ask({ kind: 'add-skills', of: { sessionId: id() } }))}
          >
            {t('Add from this session’s files')}
          </button>
        )}
      </Show>
      <div role="status" class="skills-told">
        <Show when={work.outcome()}>
          {(outcome) => <p class={outcome().ok ? 'hint' : 'field-error'}>{said(outcome().message)}</p>}
        </Show>
        <For each={refused()}>
          {({ name, reason }) => (
            <p class="field-error">
              <VisibleText text={name} />
              {' · '}
              <VisibleText text={said(refusalWords(reason))} />
            </p>
          )}
        </For>
      </div>
    </>
  )
}
