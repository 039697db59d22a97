import { createSignal } from 'solid-js'
import type { Persona } from '../../../settings/personas.ts'
import { projectOf } from '../../base/state/chosen-project.ts'
import type { UiState } from '../../base/state/ui-state.ts'

/** Of the next session only. undefined: no choice, so the default of the settings applies; null: none. */
const [chosen, choosePersona] = createSignal<string | null | undefined>(undefined)

export { choosePersona }

/** The persona of this tab’s next session; undefined: no persona. Reactive. */
export function personaOf(state: UiState): Persona | undefined {
  const { preferences } = state
  const own = chosen()
  const id = own === undefined ? (projectOf(state)?.personaId ?? preferences.defaultPersonaId) : own
  return preferences.personas.find((persona) => persona.id === id)
}
