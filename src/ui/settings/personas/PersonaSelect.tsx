import { For, type JSX } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { choosePersona, personaOf } from './chosen-persona.ts'

/** The persona of the session that the next message creates. */
export function PersonaSelect(): JSX.Element {
  const { state } = useApp()
  return (
    <select
      class="select bare"
      aria-label={t('Persona')}
      title={t('Persona')}
      onChange={(event) => choosePersona(event.currentTarget.value || null)}
    >
      <option value="" selected={personaOf(state) === undefined}>
        {t('No persona')}
      </option>
      <For each={state.preferences.personas}>
        {({ id, name }) => (
          <option value={id} selected={personaOf(state)?.id === id}>
            {showHidden(name)}
          </option>
        )}
      </For>
    </select>
  )
}
