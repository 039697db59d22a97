import './add-provider.css'
import { For, type JSX, Show, Suspense } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { TestOutcome } from '../../../protocol/providers.ts'
import { isPlainInNetwork } from '../../../settings/base-url.ts'
import type { ProviderKind } from '../../../settings/provider-kind.ts'
import { factsOf } from '../../../settings/provider-kinds.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { Field } from '../../base/kit/Field.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import type { ConnectLink } from '../../base/state/route.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { modelLost } from '../models/model-lost.ts'
import { AdvancedFields } from './AdvancedFields.tsx'
import { BrowseModels } from './BrowseModels.tsx'
import { LinkWarning, TrustCheck } from './ByLink.tsx'
import { chooseModel } from './chosen-model.ts'
import { createProviderForm } from './create-provider-form.ts'
import { PresetPicker } from './PresetPicker.tsx'
import { ProviderOutcome } from './ProviderOutcome.tsx'
import { KINDS } from './provider-form.ts'
import { useTestAndSave } from './test-and-save.ts'

const SignInAtProvider = lazy(() => import('./SignInAtProvider.tsx'))

/** "Add provider", filled in by hand or by a link. A link only fills it in, and the dialog shows its address. */
export default function AddProviderDialog(props: {
  link: ConnectLink | null
  edit: ProviderView | null
  /** Opened to change the key. */
  atKey?: boolean | undefined
  /** For the open session, which uses the provider from now on; otherwise for the next session. */
  here: boolean
  /** Goes to the start page’s box. */
  onBegin: () => void
  onClose: () => void
}): JSX.Element {
  const { actions, state } = useApp()
  const { link, edit } = props
  const work = createWork<TestOutcome>()
  const form = createProviderForm(
    link,
    edit,
    () => work.say(null),
    () => state.providers?.map(({ id }) => id) ?? null,
  )
  const { fields, problems, change } = form
  const done = (provider: ProviderView): void => {
    const lost = props.here ? modelLost(state) : null
    props.onClose()
    if (edit !== null) return
    const model = { providerId: provider.id, model: provider.model }
    if (lost === null) {
      chooseModel(model)
      props.onBegin()
    } else actions.configure({ model: { ...lost, ...model } })
  }
  const { test, save } = useTestAndSave(form, work, done)
  let keyBox: HTMLInputElement | undefined
  return (
    <Dialog label={edit ? t('Edit provider') : t('Add provider')} class="whole-on-phones" onClose={props.onClose}>
      <form
        class="provider-form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Show
          when={link}
          fallback={<PresetPicker fields={fields()} onPick={form.changeProvider} onOther={form.chooseOther} />}
        >
          <LinkWarning baseUrl={fields().baseUrl} />
        </Show>
        <Field label={t('Kind')} problem={undefined} hint={said(factsOf(fields().kind).hint) || undefined}>
          {(ids) => (
            <select
              id={ids.id}
              autofocus={!props.atKey}
              class="select"
              value={fields().kind}
              onChange={(event) => form.changeKind(event.currentTarget.value as ProviderKind)}
            >
              <For each={KINDS}>{({ kind, label }) => <option value={kind}>{said(label)}</option>}</For>
            </select>
          )}
        </Field>
        <TextField
          label={t('Base URL')}
          problem={problems().baseUrl}
          hint={
            isPlainInNetwork(fields().baseUrl)
              ? t('Over http://, anyone on this network can read what is sent, including the key.')
              : t('A local server works too, for example http://localhost:11434/v1.')
          }
          inputmode="url"
          value={fields().baseUrl}
          onInput={form.changeUrl}
        />
        <Show when={fields().kind === 'openrouter' && !link}>
          <Suspense>
            <SignInAtProvider form={form} onDone={done} />
          </Suspense>
        </Show>
        <TextField
          label={t('API key')}
          problem={problems().key}
          hint={
            edit?.hasKey
              ? t('Leave empty to keep the saved key. A new address needs the key again.')
              : t('Encrypted in this browser. Sent only to this address.')
          }
          secret
          ref={(box) => {
            keyBox = box
            box.autofocus = props.atKey === true
          }}
          value={fields().key}
          onInput={(key) => change({ key })}
        />
        <TextField
          label={t('Model')}
          problem={problems().model}
          hint={t('Type any model name, or press Test to load the list.')}
          options={form.models()}
          value={fields().model}
          onInput={(model) => change({ model })}
        />
        <Show when={form.draft()}>
          {(draft) => (
            <BrowseModels
              of={draft()}
              onPick={(model) => {
                change({ model })
              }}
            />
          )}
        </Show>
        <Show when={link}>
          <TrustCheck
            baseUrl={fields().baseUrl}
            trusted={fields().trusted}
            problem={problems().trusted}
            onChange={(trusted) => change({ trusted })}
          />
        </Show>
        <AdvancedFields form={form} />
        <ProviderOutcome
          outcome={work.outcome()}
          doing={work.doing()}
          onUrl={(baseUrl) => change({ baseUrl })}
          onKey={() => keyBox?.focus()}
          onKind={form.changeKind}
          onModel={(model) => change({ model })}
        />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={test} disabled={work.busy()}>
            {t('Test')}
          </button>
          <button type="submit" class="button primary" disabled={work.busy()}>
            {t('Save')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
