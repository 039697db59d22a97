import { createSignal } from 'solid-js'
import type { Persona } from '../../../settings/personas.ts'
import type { UiState } from '../../base/state/ui-state.ts'

/** Of the next session alone. undefined: nobody chose, so it is the one that the settings name; null: none. */
const [chosen, choosePersona] = createSignal<string | null | undefined>(undefined)

export { choosePersona }

/** As whom the next session of this tab begins; undefined: as nobody in particular. Reactive. */
export function personaOf({ preferences }: UiState): Persona | undefined {
  const own = chosen()
  const id = own === undefined ? preferences.defaultPersonaId : own
  return preferences.personas.find((persona) => persona.id === id)
}
