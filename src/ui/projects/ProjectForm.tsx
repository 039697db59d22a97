import { createSignal, type JSX, Show } from 'solid-js'
import { MOST_MEMORY } from '../../settings/memory.ts'
import { choicesOf, MOST_NAME, mergeChoices, type Project, type ProjectChoices } from '../../settings/projects.ts'
import { Field } from '../base/kit/Field.tsx'
import { TextField } from '../base/kit/TextField.tsx'
import { useApp } from '../base/state/app-context.ts'
import { useAsk } from '../base/state/ask.ts'
import { createWork } from '../base/state/create-work.ts'
import { messageOf } from '../base/state/message-of.ts'
import { said } from '../base/words/said.ts'
import { t } from '../base/words/t.ts'
import { ProjectDefaults } from './ProjectDefaults.tsx'

/** Name, instructions, memory and defaults. Nothing is applied before Save. `project` null: it is made by Save. */
export function ProjectForm(props: {
  project: Project | null
  fresh: ProjectChoices
  move: string | undefined
  onStored: (project: Project) => void
  onClose: () => void
}): JSX.Element {
  const { actions } = useApp()
  const ask = useAsk()
  const work = createWork()
  /** What the person sees is an edit of. */
  const [before, setBefore] = createSignal(props.project === null ? props.fresh : choicesOf(props.project))
  const [choices, setChoices] = createSignal(before())
  /** Instructions that were stored while the person edited theirs. */
  const [meanwhile, setMeanwhile] = createSignal<string | null>(null)
  const [tried, setTried] = createSignal(false)
  const change = (part: Partial<ProjectChoices>): void => void setChoices((now) => ({ ...now, ...part }))
  const name = () => choices().name.trim()
  const problem = (): string | undefined => {
    if (name() === '') return t('Give it a name.')
    return name().length > MOST_NAME ? t('At most {n} characters.', { n: MOST_NAME }) : undefined
  }
  /** Another tab changed it: its text is shown, and the next Save replaces it. */
  const look = async (id: string): Promise<void> => {
    const now = await ask({ kind: 'get-project', id })
    if (now === null) return
    const stored = choicesOf(now)
    const merged = mergeChoices(stored, before(), choices())
    if (merged === null && stored.instructions !== choices().instructions) setMeanwhile(stored.instructions)
    setBefore(stored)
    if (merged !== null) setChoices(merged)
  }
  const put = async (): Promise<{ ok: boolean; message: string }> => {
    const wanted = { ...choices(), name: name() }
    const { project } = props
    const isNew = project === null
    try {
      const id = project?.id ?? crypto.randomUUID()
      const stored = isNew
        ? await ask({ kind: 'create-project', id, choices: wanted })
        : await ask({ kind: 'save-project', id, before: before(), choices: wanted })
      setBefore(choicesOf(stored))
      setChoices(choicesOf(stored))
      setMeanwhile(null)
      if (isNew && props.move !== undefined) actions.moveSession(props.move, stored.id)
      props.onStored(stored)
      return { ok: true, message: t('Saved.') }
    } catch (error) {
      if (project !== null) await look(project.id)
      return { ok: false, message: messageOf(error) }
    }
  }
  return (
    <form
      class="project-form"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem() === undefined) void work.run(put)
      }}
    >
      <TextField
        label={t('Name')}
        value={choices().name}
        placeholder={t('Thesis')}
        problem={tried() ? problem() : undefined}
        onInput={(value) => change({ name: value })}
      />
      <Field
        label={t('Instructions')}
        problem={undefined}
        hint={t('Sent with every request of its sessions, from their next run.')}
      >
        {({ id, describedBy }) => (
          <textarea
            id={id}
            class="input"
            rows="6"
            maxlength="20000"
            aria-describedby={describedBy}
            value={choices().instructions}
            onInput={(event) => change({ instructions: event.currentTarget.value })}
          />
        )}
      </Field>
      <Show when={meanwhile() !== null}>
        <Field
          label={t('Current instructions')}
          problem={undefined}
          hint={t('They changed while you were editing. Save replaces them with your text.')}
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              class="input"
              rows="4"
              aria-describedby={describedBy}
              readonly
              value={meanwhile() ?? ''}
            />
          )}
        </Field>
      </Show>
      <Field
        label={t('Project memory')}
        problem={undefined}
        hint={t('One note per line. In its sessions the model can offer to remember more, and asks you first.')}
      >
        {({ id, describedBy }) => (
          <textarea
            id={id}
            class="input"
            rows="3"
            maxlength={MOST_MEMORY}
            aria-describedby={describedBy}
            value={choices().memory}
            onInput={(event) => change({ memory: event.currentTarget.value })}
          />
        )}
      </Field>
      <ProjectDefaults choices={choices()} onChange={change} />
      <div class="row">
        <button type="submit" class="button small primary" disabled={work.busy()}>
          {props.project === null ? t('Create project') : t('Save')}
        </button>
        <span class="hint" role="status">
          {said(work.outcome()?.message ?? '')}
        </span>
      </div>
    </form>
  )
}
