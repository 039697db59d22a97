import { For, type JSX, Show } from 'solid-js'
import { PRESETS, type Preset } from '../../../settings/presets.ts'
import { factsOf } from '../../../settings/provider-kinds.ts'
import { Field } from '../../base/kit/Field.tsx'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import type { ProviderFields } from './provider-form.ts'

/** Well-known providers: a choice fills in kind and address, and shows special facts and where to get a key. */
export function PresetPicker(props: {
  fields: ProviderFields
  onPick: (preset: Preset) => void
  /** The person chose a provider that is not in the list. */
  onOther: () => void
}): JSX.Element {
  const chosen = () =>
    PRESETS.find(({ kind, baseUrl }) => kind === props.fields.kind && baseUrl === props.fields.baseUrl.trim())
  return (
    <>
      <Field
        label={t('Provider')}
        problem={undefined}
        hint={said(chosen()?.hint || factsOf(props.fields.kind).hint) || undefined}
      >
        {(ids) => (
          <select
            id={ids.id}
            class="select"
            aria-describedby={ids.describedBy}
            value={chosen()?.name ?? 'other'}
            onChange={(event) => {
              const preset = PRESETS.find(({ name }) => name === event.currentTarget.value)
              if (preset) props.onPick(preset)
              else props.onOther()
            }}
          >
            <For each={PRESETS}>{({ name }) => <option value={name}>{said(name)}</option>}</For>
            <option value="other">{t('Other (OpenAI-compatible)')}</option>
          </select>
        )}
      </Field>
      <Show when={chosen()?.keysAt}>
        {(keysAt) => (
          <p class="hint">
            <a href={keysAt()} target="_blank" rel="noopener noreferrer">
              {t('Get a key at {host}', { host: new URL(keysAt()).hostname })}
            </a>
          </p>
        )}
      </Show>
    </>
  )
}
