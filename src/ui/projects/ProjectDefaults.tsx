import { For, type JSX, Show } from 'solid-js'
import type { ProjectChoices } from '../../settings/projects.ts'
import { useApp } from '../base/state/app-context.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { PersonaModel } from '../settings/personas/PersonaModel.tsx'
import { PersonaTools } from '../settings/personas/PersonaTools.tsx'

/** What a new session of the project begins with: model, persona, tools. */
export function ProjectDefaults(props: {
  choices: ProjectChoices
  onChange: (part: Partial<ProjectChoices>) => void
}): JSX.Element {
  const { state } = useApp()
  return (
    <fieldset class="choices project-form">
      <legend>{t('New sessions of this project')}</legend>
      <PersonaModel persona={props.choices} onChange={(part) => props.onChange(part)} />
      <Show when={state.preferences.personas.length > 0}>
        <label class="choice-line">
          <span>{t('Persona')}</span>
          <select
            class="select small"
            onChange={(event) => props.onChange({ personaId: event.currentTarget.value || null })}
          >
            <option value="" selected={props.choices.personaId === null}>
              {t('Same as new sessions')}
            </option>
            <For each={state.preferences.personas}>
              {({ id, name }) => (
                <option value={id} selected={props.choices.personaId === id}>
                  {showHidden(name)}
                </option>
              )}
            </For>
          </select>
        </label>
      </Show>
      <PersonaTools without={props.choices.without} onChange={(without) => props.onChange({ without })} />
    </fieldset>
  )
}
