import './skills.css'
import { createResource, createSignal, type JSX, Show } from 'solid-js'
import { MOST_SKILL_TEXT, SKILL_FILE } from '../../../settings/skills/skill.ts'
import { Field } from '../../base/kit/Field.tsx'
import { messageOf } from '../../base/state/message-of.ts'
import { hasHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/** Edits the text of a `SKILL.md`. `tools`: further buttons; they get the text, and may set it. */
export function SkillEditor(props: {
  load: () => Promise<string>
  onSave: (text: string) => unknown
  problem: string | undefined
  busy?: boolean
  onCancel: () => void
  tools?: (text: () => string, set: (text: string) => void) => JSX.Element
}): JSX.Element {
  const [loaded] = createResource(() => props.load())
  const [typed, setTyped] = createSignal<string | null>(null)
  const text = () => typed() ?? loaded.latest ?? ''
  return (
    <Show when={!loaded.error} fallback={<p class="field-error">{messageOf(loaded.error)}</p>}>
      <form
        class="skill-editor"
        aria-label={t('Skill')}
        onSubmit={(event) => {
          event.preventDefault()
          void props.onSave(text())
        }}
      >
        <Field
          label={SKILL_FILE}
          problem={props.problem === undefined ? undefined : said(props.problem)}
          hint={t('The model sees the name and the description in the first lines.')}
        >
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              class="input mono"
              rows="16"
              maxlength={MOST_SKILL_TEXT}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              disabled={loaded.loading}
              value={text()}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
        <Show when={hasHidden(text())}>
          <p class="field-error">{t('It contains invisible characters.')}</p>
        </Show>
        <div class="row">
          <button type="submit" class="button small primary" disabled={loaded.loading || props.busy}>
            {t('Save')}
          </button>
          <button type="button" class="button small ghost" onClick={() => props.onCancel()}>
            {t('Cancel')}
          </button>
          {props.tools?.(text, setTyped)}
        </div>
      </form>
    </Show>
  )
}
