import { For, type JSX, Show } from 'solid-js'
import { isPlainInNetwork } from '../../../settings/base-url.ts'
import type { ProviderKind } from '../../../settings/provider-kind.ts'
import { factsOf } from '../../../settings/provider-kinds.ts'
import { Field } from '../../base/kit/Field.tsx'
import { TextField } from '../../base/kit/TextField.tsx'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { BrowseModels } from './BrowseModels.tsx'
import type { ProviderForm } from './create-provider-form.ts'
import { KINDS } from './provider-form.ts'

/** Facts about a provider that a well-known one brings along: its address, kind and model. */

export function AddressField(props: { form: ProviderForm }): JSX.Element {
  const fields = () => props.form.fields()
  return (
    <TextField
      label={t('Base URL')}
      problem={props.form.problems().baseUrl}
      hint={
        isPlainInNetwork(fields().baseUrl)
          ? t('Over http://, anyone on this network can read what is sent, including the key.')
          : t('A local server works too, for example http://localhost:11434/v1.')
      }
      inputmode="url"
      value={fields().baseUrl}
      onInput={props.form.changeUrl}
    />
  )
}

export function KindField(props: { form: ProviderForm }): JSX.Element {
  const kind = () => props.form.fields().kind
  return (
    <Field label={t('Kind')} problem={undefined} hint={said(factsOf(kind()).hint) || undefined}>
      {(ids) => (
        <select
          id={ids.id}
          class="select"
          value={kind()}
          onChange={(event) => props.form.changeKind(event.currentTarget.value as ProviderKind)}
        >
          <For each={KINDS}>{({ kind, label }) => <option value={kind}>{said(label)}</option>}</For>
        </select>
      )}
    </Field>
  )
}

export function ModelField(props: { form: ProviderForm }): JSX.Element {
  return (
    <>
      <TextField
        label={t('Model')}
        problem={props.form.problems().model}
        hint={t('Type any model name, or press Test to load the list.')}
        options={props.form.models()}
        value={props.form.fields().model}
        onInput={(model) => props.form.change({ model })}
      />
      <Show when={props.form.draft()}>
        {(draft) => <BrowseModels of={draft()} onPick={(model) => props.form.change({ model })} />}
      </Show>
    </>
  )
}
