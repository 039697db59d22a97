import './add-provider.css'
import { type JSX, Show, Suspense } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { TestOutcome } from '../../../protocol/providers.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { TextField } from '../../base/kit/TextField.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import { firstMessage, setFirstMessage } from '../../base/state/first-message.ts'
import type { ConnectLink } from '../../base/state/route.ts'
import { t } from '../../base/words/t.ts'
import { modelLost } from '../models/model-lost.ts'
import { AddressField, KindField, ModelField } from './AddressFields.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { LinkWarning, TrustCheck } from './ByLink.tsx'
import { chooseModel } from './chosen-model.ts'
import { createProviderForm } from './create-provider-form.ts'
import { FirstMessageNote } from './FirstMessageNote.tsx'
import { LocalServers } from './LocalServers.tsx'
import { OtherOwner } from './OtherOwner.tsx'
import { PresetPicker } from './PresetPicker.tsx'
import { ProviderOutcome } from './ProviderOutcome.tsx'
import { StarterNote } from './StarterNote.tsx'
import { useTestAndSave } from './test-and-save.ts'

/** The address may be folded away under "Advanced". */
const keyWords = (baseUrl: string): string =>
  URL.canParse(baseUrl)
    ? t('Encrypted in this browser. Sent only to {host}.', { host: new URL(baseUrl).host })
    : t('Encrypted in this browser. Sent only to this address.')

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
    const sends = firstMessage() !== null
    const model = { providerId: provider.id, model: provider.model }
    if (edit === null && lost === null) chooseModel(model)
    // the start page sends the message that waits when this dialog is gone
    props.onClose()
    if (edit !== null) return
    if (lost !== null) actions.configure({ model: { ...lost, ...model } })
    else if (!sends) props.onBegin()
  }
  const cancel = (): void => {
    setFirstMessage(null)
    props.onClose()
  }
  const { test, save } = useTestAndSave(form, work, done)
  let keyBox: HTMLInputElement | undefined
  return (
    <Dialog label={edit ? t('Edit provider') : t('Add provider')} class="whole-on-phones" onClose={cancel}>
      <form
        class="provider-form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Show when={link}>
          <LinkWarning baseUrl={fields().baseUrl} />
        </Show>
        <Show when={firstMessage()}>
          <FirstMessageNote onDemo={props.onClose} />
        </Show>
        <TextField
          label={t('API key')}
          problem={problems().key}
          hint={
            edit?.hasKey
              ? t('Leave empty to keep the saved key. A new address needs the key again.')
              : keyWords(fields().baseUrl)
          }
          secret
          ref={(box) => {
            keyBox = box
            box.autofocus = edit === null || props.atKey === true
          }}
          value={fields().key}
          onInput={form.changeKey}
        />
        <OtherOwner
          fields={fields()}
          onSwitch={(owner) => {
            form.changeProvider(owner)
            keyBox?.focus()
          }}
        />
        <PresetPicker fields={fields()} onPick={form.changeProvider} onOther={form.chooseOther} />
        <Show when={fields().kind === 'openrouter' && !link}>
          <Suspense>
            <SignInAtProvider form={form} onDone={done} />
          </Suspense>
        </Show>
        <Show when={edit === null && link === null && fields().key === ''}>
          <LocalServers form={form} />
        </Show>
        <Show when={form.asksAll()} fallback={<StarterNote form={form} />}>
          <AddressField form={form} />
          <Show when={form.asksKind()}>
            <KindField form={form} />
          </Show>
          <ModelField form={form} />
        </Show>
        <Show when={link}>
          <TrustCheck
            baseUrl={fields().baseUrl}
            trusted={fields().trusted}
            problem={problems().trusted}
            onChange={(trusted) => change({ trusted })}
          />
        </Show>
        <AdvancedFields form={form}>
          <Show when={!form.asksAll()}>
            <AddressField form={form} />
          </Show>
          <Show when={!form.asksKind()}>
            <KindField form={form} />
          </Show>
          <Show when={!form.asksAll()}>
            <ModelField form={form} />
          </Show>
        </AdvancedFields>
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
