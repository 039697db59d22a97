import './add-provider.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ProviderView, TestOutcome } from '../../protocol/providers.ts'
import { addableKinds, factsOf, type ProviderKind } from '../../settings/provider-kinds.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Field } from '../kit/Field.tsx'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { useProviders } from '../state/providers.ts'
import type { ConnectLink } from '../state/route.ts'
import { PresetPicker } from './PresetPicker.tsx'
import {
  checkFields,
  type FieldProblems,
  KINDS,
  needsTrust,
  originOf,
  type ProviderFields,
  toProvider,
} from './provider-form.ts'

const saidOf = (outcome: TestOutcome | null): string => [outcome?.message, outcome?.next].filter(Boolean).join(' ')

/** "Add provider": filled in by hand or by a link, which shows where it leads and does nothing by itself. */
export default function AddProviderDialog(props: {
  link: ConnectLink | null
  edit: ProviderView | null
  onClose: () => void
}): JSX.Element {
  const { actions, state } = useApp()
  const providers = useProviders()
  const link = props.link
  const edit = props.edit
  const id = edit?.id ?? crypto.randomUUID()
  const [fields, setFields] = createSignal<ProviderFields>({
    kind: link?.kind ?? edit?.kind ?? 'openai-compatible',
    baseUrl: link?.baseUrl ?? edit?.baseUrl ?? factsOf('openai-compatible').baseUrl,
    key: '',
    model: link?.model ?? edit?.model ?? '',
    trusted: false,
  })
  const [problems, setProblems] = createSignal<FieldProblems>({})
  const [models, setModels] = createSignal<string[]>(edit?.models ?? [])
  const [outcome, setOutcome] = createSignal<TestOutcome | null>(null)
  const [working, setWorking] = createSignal<'test' | 'save' | null>(null)

  const change = (part: Partial<ProviderFields>): void => {
    setFields({ ...fields(), ...part })
    setProblems({})
    setOutcome(null)
  }
  const changeKind = (kind: ProviderKind): void => {
    const untouched = addableKinds.some((known) => factsOf(known).baseUrl === fields().baseUrl)
    change({ kind, ...(untouched ? { baseUrl: factsOf(kind).baseUrl } : {}) })
    setModels([])
  }
  const run = async (what: 'test' | 'save', act: () => Promise<void>): Promise<void> => {
    if (working() !== null) return
    setOutcome(null)
    setWorking(what)
    try {
      await act()
    } catch (error) {
      setOutcome({ ok: false, message: messageOf(error) })
    } finally {
      setWorking(null)
    }
  }
  const accepted = (needsModel: boolean): boolean => {
    const found = checkFields(fields(), link !== null)
    if (!needsModel) delete found.model
    setProblems(found)
    return Object.keys(found).length === 0
  }
  const provider = () => toProvider(fields(), models(), id, edit?.createdAt ?? Date.now())
  const test = (): void => {
    if (!accepted(false)) return
    void run('test', async () => {
      const named = { ...provider(), model: fields().model.trim() || 'none' }
      const found =
        fields().model.trim() === '' ? await providers.listModels(named, fields().key).catch(() => null) : null
      if (found !== null) {
        setModels(found)
        if (found[0]) setFields({ ...fields(), model: found[0] })
        const words =
          found.length === 0
            ? 'It answers, but names no models: type one.'
            : `It answers and offers ${found.length} models.`
        return void setOutcome({ ok: true, message: words })
      }
      const result = await providers.test(named, fields().key)
      if (result.models) setModels(result.models)
      setOutcome(result)
    })
  }
  let keyBox: HTMLInputElement | undefined
  /** What one press can mend. */
  const remedyOf = (found: TestOutcome | null): { label: string; apply: () => void } | null => {
    const remedy = found?.remedy
    if (!remedy) return null
    switch (remedy.type) {
      case 'url':
        return { label: 'Fix the URL', apply: () => change({ baseUrl: remedy.baseUrl }) }
      case 'key':
        return { label: 'Change key', apply: () => keyBox?.focus() }
      case 'model': {
        const { model } = remedy
        return model === null ? null : { label: `Use ${model}`, apply: () => change({ model }) }
      }
    }
  }
  const save = (): void => {
    if (!accepted(true)) return
    void run('save', async () => {
      const saved = await providers.save(provider(), fields().key)
      if (state.preferences.defaultProviderId === null) await actions.setPreferences({ defaultProviderId: saved.id })
      props.onClose()
      if (!edit) actions.createSession(saved.id, saved.model)
    })
  }
  return (
    <Dialog label={edit ? 'Edit provider' : 'Add provider'} onClose={props.onClose}>
      <form
        class="provider-form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Show when={link}>
          <div class="link-warning">
            <h3>{originOf(fields().baseUrl) ?? 'No valid address'}</h3>
            <p>A link filled this in. What you write in a session will be sent to this address.</p>
          </div>
        </Show>
        <Show when={!link}>
          <PresetPicker
            fields={fields()}
            onPick={({ kind, baseUrl }) => {
              change({ kind, baseUrl })
              setModels([])
            }}
          />
        </Show>
        <Field label="Kind" problem={undefined} hint={factsOf(fields().kind).hint || undefined}>
          {(ids) => (
            <select
              id={ids.id}
              autofocus
              class="select"
              value={fields().kind}
              onChange={(event) => changeKind(event.currentTarget.value as ProviderKind)}
            >
              <For each={KINDS}>{({ kind, label }) => <option value={kind}>{label}</option>}</For>
            </select>
          )}
        </Field>
        <Field
          label="Base URL"
          problem={problems().baseUrl}
          hint="A local server works too, for example http://localhost:11434/v1."
        >
          {(ids) => (
            <input
              id={ids.id}
              class="input"
              type="text"
              inputmode="url"
              autocomplete="off"
              spellcheck={false}
              aria-describedby={ids.describedBy}
              aria-invalid={ids.invalid}
              value={fields().baseUrl}
              onInput={(event) => change({ baseUrl: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label="API key"
          problem={problems().key}
          hint={
            edit?.hasKey
              ? 'Leave this empty to keep the stored key. A new address needs its key again.'
              : 'Stays in this browser, encrypted, and goes to this address only.'
          }
        >
          {(ids) => (
            <input
              id={ids.id}
              ref={keyBox}
              class="input"
              type="text"
              // masked by style: a password field is no textbox, and password managers would offer to keep it
              data-secret
              autocomplete="off"
              spellcheck={false}
              aria-describedby={ids.describedBy}
              aria-invalid={ids.invalid}
              value={fields().key}
              onInput={(event) => change({ key: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label="Model"
          problem={problems().model}
          hint="Any name may be typed; Test fetches the names that the provider offers."
        >
          {(ids) => (
            <>
              <input
                id={ids.id}
                class="input"
                type="text"
                list={`${ids.id}-list`}
                autocomplete="off"
                spellcheck={false}
                aria-describedby={ids.describedBy}
                aria-invalid={ids.invalid}
                value={fields().model}
                onInput={(event) => change({ model: event.currentTarget.value })}
              />
              <datalist id={`${ids.id}-list`}>
                <For each={models()}>{(model) => <option value={model} />}</For>
              </datalist>
            </>
          )}
        </Field>
        <Show when={link && needsTrust(fields().baseUrl)}>
          <label class="check">
            <input
              type="checkbox"
              checked={fields().trusted}
              onChange={(event) => change({ trusted: event.currentTarget.checked })}
            />
            <span>I know {originOf(fields().baseUrl)} and trust it with what I write</span>
          </label>
          <Show when={problems().trusted}>
            {(problem) => (
              <p class="field-error" role="alert">
                {problem()}
              </p>
            )}
          </Show>
        </Show>
        <p class="form-outcome" role="status" aria-label="Outcome" data-ok={outcome()?.ok}>
          {working() === 'test' ? 'Testing…' : working() === 'save' ? 'Saving…' : saidOf(outcome())}
        </p>
        <Show when={remedyOf(outcome())}>
          {(remedy) => (
            <p>
              <button type="button" class="button" onClick={() => remedy().apply()}>
                {remedy().label}
              </button>
            </p>
          )}
        </Show>
        <div class="dialog-foot">
          <button type="button" class="button" onClick={test} disabled={working() !== null}>
            Test
          </button>
          <button type="submit" class="button primary" disabled={working() !== null}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
