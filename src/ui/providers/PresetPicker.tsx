import { For, type JSX, Show } from 'solid-js'
import { PRESETS, type Preset } from '../../settings/presets.ts'
import { Field } from '../kit/Field.tsx'
import type { ProviderFields } from './provider-form.ts'

/** Well-known providers to choose from: fills in kind and address, says what is special and where a key is to be had. */
export function PresetPicker(props: {
  fields: ProviderFields
  onPick: (preset: Pick<Preset, 'kind' | 'baseUrl'>) => void
}): JSX.Element {
  const chosen = () =>
    PRESETS.find(({ kind, baseUrl }) => kind === props.fields.kind && baseUrl === props.fields.baseUrl.trim())
  return (
    <>
      <Field label="Provider" problem={undefined} hint={chosen()?.hint || undefined}>
        {(ids) => (
          <select
            id={ids.id}
            class="select"
            aria-describedby={ids.describedBy}
            value={chosen()?.name ?? ''}
            onChange={(event) => {
              const preset = PRESETS.find(({ name }) => name === event.currentTarget.value)
              if (preset) props.onPick(preset)
            }}
          >
            <option value="">Another one</option>
            <For each={PRESETS}>{({ name }) => <option value={name}>{name}</option>}</For>
          </select>
        )}
      </Field>
      <Show when={chosen()?.keysAt}>
        {(keysAt) => (
          <p class="hint">
            <a href={keysAt()} target="_blank" rel="noopener noreferrer">
              Get a key at {new URL(keysAt()).hostname}
            </a>
          </p>
        )}
      </Show>
    </>
  )
}
