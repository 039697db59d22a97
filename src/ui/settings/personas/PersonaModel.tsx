import { showHidden } from '../../base/words/hidden-signs.ts'
import '../../base/kit/choice-line.css'
import { For, type JSX, Show } from 'solid-js'
import type { Persona } from '../../../settings/personas.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { THINKING_LEVELS } from '../providers/thinking-levels.ts'

/** Of one provider; its settings accept any model name. */
const OFFERED = 40
const keyOf = ({ providerId, model }: { providerId: string; model: string }): string =>
  JSON.stringify([providerId, model])

type Chosen = Pick<Persona, 'model' | 'thinking'>

/** The model of a persona or of a project, and how much it thinks. */
export function PersonaModel(props: { persona: Chosen; onChange: (part: Partial<Chosen>) => void }): JSX.Element {
  const { state } = useApp()
  const offered = () =>
    (state.providers ?? [])
      .filter(({ kind }) => kind !== 'demo')
      .map(({ id, label, model, models }) => ({
        label,
        choices: [...new Set([model, ...models.slice(0, OFFERED)])].map((name) => ({ providerId: id, model: name })),
      }))
  const shown = (): string => (props.persona.model === null ? '' : keyOf(props.persona.model))
  const isOffered = (): boolean =>
    offered().some(({ choices }) => choices.some((choice) => keyOf(choice) === shown())) || shown() === ''
  const choose = (value: string): void => {
    if (value === '') return props.onChange({ model: null })
    const [providerId, model] = JSON.parse(value) as [string, string]
    props.onChange({ model: { providerId, model } })
  }
  return (
    <>
      <label class="choice-line">
        <span>{t('Model')}</span>
        <select class="select small" onChange={(event) => choose(event.currentTarget.value)}>
          <option value="" selected={shown() === ''}>
            {t('Same as new sessions')}
          </option>
          <For each={offered()}>
            {({ label, choices }) => (
              <optgroup label={label}>
                <For each={choices}>
                  {(choice) => (
                    <option value={keyOf(choice)} selected={shown() === keyOf(choice)}>
                      {showHidden(choice.model)}
                    </option>
                  )}
                </For>
              </optgroup>
            )}
          </For>
          <Show when={!isOffered()}>
            <option value={shown()} selected>
              {showHidden(props.persona.model?.model ?? '')}
            </option>
          </Show>
        </select>
      </label>
      <label class="choice-line">
        <span>{t('Thinking')}</span>
        <select
          class="select small"
          value={props.persona.thinking}
          onChange={(event) => props.onChange({ thinking: event.currentTarget.value as Persona['thinking'] })}
        >
          <For each={THINKING_LEVELS}>{({ level, label }) => <option value={level}>{t(label)}</option>}</For>
        </select>
      </label>
    </>
  )
}
