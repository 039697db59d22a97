import './model-picker.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import type { Config } from '../../agent/config.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { useApp } from '../state/app-context.ts'
import { createChange } from '../state/create-change.ts'
import { THINKING_LEVELS } from './thinking-levels.ts'

type Chosen = Config['model']
/** A provider may offer thousands; all of them can be typed in its settings. */
const OFFERED = 40
const REMOVED = 'Removed provider'

/** Which model answers in this session from its next answer on, and how much it thinks before. */
export function ModelPicker(props: { model: Chosen }): JSX.Element {
  const { state, actions } = useApp()
  const groups = createMemo(() => {
    const providers = [...(state.providers ?? []), DEMO_PROVIDER]
    const known = providers.some(({ id }) => id === props.model.providerId)
    const lost = { id: props.model.providerId, label: REMOVED, model: props.model.model, models: [] }
    return [...providers, ...(known || state.providers === null ? [] : [lost])].map(({ id, label, model, models }) => {
      const current = id === props.model.providerId ? [props.model.model] : []
      return { id, label, models: [...new Set([...current, model, ...models.slice(0, OFFERED)])] }
    })
  })
  const change = (model: Partial<Chosen>): string | null => actions.configure({ model: { ...props.model, ...model } })
  const named = createChange(
    () => JSON.stringify([props.model.providerId, props.model.model]),
    (value) => {
      const [providerId, model] = JSON.parse(value) as [string, string]
      return change({ providerId, model })
    },
  )
  const thinking = createChange(
    () => props.model.thinking,
    (level: Chosen['thinking']) => change({ thinking: level }),
  )
  return (
    <div class="model-picker">
      <select
        class="select bare"
        aria-label="Model of this session"
        title="Model of this session"
        value={named.shown()}
        onChange={(event) => named.choose(event.currentTarget)}
      >
        <For each={groups()}>
          {(group) => (
            <optgroup label={group.label}>
              <For each={group.models}>
                {(model) => (
                  <option
                    value={JSON.stringify([group.id, model])}
                    selected={group.id === props.model.providerId && model === props.model.model}
                  >
                    {model}
                    {group.label === REMOVED ? ' (provider removed)' : ''}
                  </option>
                )}
              </For>
            </optgroup>
          )}
        </For>
      </select>
      <Show when={props.model.providerId !== DEMO_PROVIDER.id}>
        <select
          class="select bare thinking-level"
          aria-label="Thinking"
          value={thinking.shown()}
          onChange={(event) => thinking.choose(event.currentTarget)}
        >
          <For each={THINKING_LEVELS}>{({ level, label }) => <option value={level}>{label}</option>}</For>
        </select>
      </Show>
    </div>
  )
}
