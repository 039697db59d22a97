import './personas.css'
import { For, type JSX, Show } from 'solid-js'
import type { Persona } from '../../../settings/personas.ts'
import { EditedList } from '../../base/kit/EditedList.tsx'
import { withAgain } from '../../base/kit/with-again.ts'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { PersonaForm } from './PersonaForm.tsx'

/** The personas for new sessions, and the default. */
export default function PersonasTab(): JSX.Element {
  const { state, actions } = useApp()
  const personas = () => state.preferences.personas
  const keep = (next: Persona[]): Promise<unknown> => actions.setPreferences({ personas: next })
  const remove = (persona: Persona, rest: Persona[], all: Persona[]): void => {
    const copy = { ...persona }
    const place = all.findIndex(({ id }) => id === copy.id)
    const wasDefault = state.preferences.defaultPersonaId === copy.id
    void actions.setPreferences({ personas: rest, ...(wasDefault && { defaultPersonaId: null }) })
    actions.notify(t('Deleted the persona “{name}”', { name: copy.name }), () => {
      const again = wasDefault && state.preferences.defaultPersonaId === null
      void actions.setPreferences({
        personas: withAgain(personas(), copy, place),
        ...(again && { defaultPersonaId: copy.id }),
      })
    })
  }
  return (
    <>
      <p class="hint">
        {t('Start a session with a role, a model and a set of tools. A session keeps the persona it started with.')}
      </p>
      <Show when={personas().length > 0}>
        <label class="choice-line">
          <span>{t('Default persona for new sessions')}</span>
          <select
            class="select small"
            onChange={(event) => {
              const select = event.currentTarget
              void actions
                .setPreferences({ defaultPersonaId: select.value || null })
                // if refused, shows the stored value again
                .then(() => (select.value = state.preferences.defaultPersonaId ?? ''))
            }}
          >
            <option value="">{t('No persona')}</option>
            <For each={personas()}>
              {({ id, name }) => (
                <option value={id} selected={state.preferences.defaultPersonaId === id}>
                  {showHidden(name)}
                </option>
              )}
            </For>
          </select>
        </label>
      </Show>
      <EditedList
        label={t('Personas')}
        items={personas()}
        words={({ systemPrompt }) => systemPrompt}
        edit={(name) => t('Edit the persona {name}', { name })}
        delete={(name) => t('Delete the persona {name}', { name })}
        add={t('New persona')}
        fresh={(): Persona => ({
          ...{ id: crypto.randomUUID(), name: '', systemPrompt: '', model: null },
          ...{ thinking: 'off', without: [] },
        })}
        form={(edited) => <PersonaForm {...edited} />}
        onKeep={keep}
        onDelete={remove}
      />
    </>
  )
}
