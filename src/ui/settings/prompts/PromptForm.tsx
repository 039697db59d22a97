import { createSignal, type JSX } from 'solid-js'
import type { Prompt } from '../../../settings/prompts.ts'
import type { Edited } from '../../base/kit/EditedList.tsx'
import { Field } from '../../base/kit/Field.tsx'
import { NamedForm } from '../../base/kit/NamedForm.tsx'
import { t } from '../../base/words/t.ts'

/** A blank of a prompt, as it is written. */
export const exampleBlank = (): string => `{{${t('language')}}}`

/** The form of a prompt. */
export function PromptForm(props: Edited<Prompt>): JSX.Element {
  const [typed, setText] = createSignal(props.item.text)
  const text = () => typed().trim()
  const problem = () => (text() === '' ? t('Enter the text of the prompt.') : undefined)
  return (
    <NamedForm
      label={t('Prompt')}
      name={props.item.name}
      placeholder={t('Translate')}
      taken={props.taken}
      takenWords={t('A prompt with this name already exists.')}
      problem={problem()}
      onSave={(name) => void props.onSave({ id: props.item.id, name, text: text() })}
      onCancel={props.onCancel}
    >
      {(tried) => (
        <Field label={t('Text')} problem={tried() ? problem() : undefined}>
          {(ids) => (
            <textarea
              id={ids.id}
              class="input"
              rows="6"
              maxlength="20000"
              aria-describedby={ids.describedBy}
              aria-invalid={ids.invalid}
              placeholder={t('Translate into {blank}, and keep the form of the text:', { blank: exampleBlank() })}
              value={typed()}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </NamedForm>
  )
}
