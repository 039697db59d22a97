import { type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { useApp } from '../../base/state/app-context.ts'
import { ProjectSelect } from '../../projects/ProjectSelect.tsx'
import { PersonaSelect } from '../../settings/personas/PersonaSelect.tsx'
import { chooseModel, chooseThinking } from '../../settings/providers/chosen-model.ts'
import ModelPicker from '../../settings/providers/ModelPicker.tsx'

/** What the next session begins with: model, thinking, persona, project. null: the models are not read yet. */
export default function NextSession(props: { model: Config['model'] | null }): JSX.Element {
  const { state } = useApp()
  return (
    <>
      <Show when={props.model}>
        {(model) => (
          <ModelPicker
            next
            model={model()}
            onChange={({ providerId, model: name, thinking }) => {
              if (providerId !== undefined && name !== undefined) chooseModel({ providerId, model: name })
              if (thinking !== undefined) chooseThinking(thinking)
              return null
            }}
          />
        )}
      </Show>
      <Show when={state.preferences.personas.length > 0}>
        <PersonaSelect />
      </Show>
      <Show when={(state.projects ?? []).length > 0}>
        <ProjectSelect />
      </Show>
    </>
  )
}
