import { createSignal, type JSX } from 'solid-js'
import type { Persona } from '../../../settings/personas.ts'
import type { Edited } from '../../base/kit/EditedList.tsx'
import { Field } from '../../base/kit/Field.tsx'
import { NamedForm } from '../../base/kit/NamedForm.tsx'
import { t } from '../../base/words/t.ts'
import { PersonaModel } from './PersonaModel.tsx'
import { PersonaTools } from './PersonaTools.tsx'

/** The form of a persona. */
export function PersonaForm(props: Edited<Persona>): JSX.Element {
  const [persona, setPersona] = createSignal(props.item)
  const change = (part: Partial<Persona>): void => void setPersona((before) => ({ ...before, ...part }))
  return (
    <NamedForm
      label={t('Persona')}
      name={props.item.name}
      placeholder={t('Critic')}
      taken={props.taken}
      takenWords={t('A persona with this name already exists.')}
      onSave={(name) => void props.onSave({ ...persona(), name, systemPrompt: persona().systemPrompt.trim() })}
      onCancel={props.onCancel}
    >
      {() => (
        <>
          <Field label={t('System prompt')} problem={undefined} hint={t('Added to the instructions of every session.')}>
            {({ id, describedBy }) => (
              <textarea
                id={id}
                class="input"
                rows="6"
                maxlength="20000"
                aria-describedby={describedBy}
                placeholder={t(
                  'You read drafts as a strict editor: name what is unclear, and propose a better sentence.',
                )}
                value={persona().systemPrompt}
                onInput={(event) => change({ systemPrompt: event.currentTarget.value })}
              />
            )}
          </Field>
          <PersonaModel persona={persona()} onChange={change} />
          <PersonaTools without={persona().without} onChange={(without) => change({ without })} />
        </>
      )}
    </NamedForm>
  )
}
