import './tool-decision.css'
import './tool-question.css'
import './tool-form.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import { type Form, type FormField, type FormProblem, type FormValue, problemOfValue } from '../../../agent/form.ts'
import type { ToolCall } from '../../../agent/message.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { Field } from '../../base/kit/Field.tsx'
import { looksLikeKey } from '../../base/kit/looks-like-key.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { said } from '../../base/words/said.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { dollars } from '../../settings/usage/money.ts'
import { createFormText } from './card-words.ts'
import { FormInput } from './FormInput.tsx'
import { HostName } from './HostName.tsx'

const PROBLEMS: Record<FormProblem, PlainPhrase> = {
  missing: 'The server requires this.',
  unfit: 'This does not have the form that the server wants.',
  whole: 'The server wants a whole number.',
  small: 'This is less than the server takes.',
  large: 'This is more than the server takes.',
}

/** A question of a server in the middle of a call. Nothing goes to the server before the person presses. */
export function ToolForm(props: { call: ToolCall; form: Form }): JSX.Element {
  const { actions, state } = useApp()
  const { form } = props
  const arming = createArming()
  const [kept, keep] = createFormText(props.call)
  const [values, setValues] = createSignal<Readonly<Record<string, FormValue>>>({ ...initialOf(form), ...read(kept()) })
  const [problems, setProblems] = createSignal<ReadonlyMap<string, FormProblem>>(new Map())
  const [warned, setWarned] = createSignal(false)
  const [opened, setOpened] = createSignal(false)
  const [sentAs, setSentAs] = createSignal<string | null>(null)
  // after a refusal it can be answered again
  const answered = () => state.unacknowledged[sentAs() ?? ''] === true
  const change = (name: string, value: FormValue | undefined): void => {
    const { [name]: _old, ...others } = values()
    const next = value === undefined ? others : { ...others, [name]: value }
    setValues(next)
    setWarned(false)
    if (!form.asksForSecret) keep(JSON.stringify(next))
  }
  const answer = (action: 'accept' | 'decline' | 'cancel'): void => {
    if (answered()) return
    setSentAs(actions.answerForm(props.call.id, form.id, action, action === 'accept' ? filled() : {}))
  }
  const filled = (): Record<string, FormValue> =>
    Object.fromEntries(Object.entries(values()).filter(([, value]) => value !== ''))
  const submit = (): void => {
    const found = form.fields.flatMap((field) => {
      const problem = problemOfValue(field, values()[field.name])
      return problem === null ? [] : [[field.name, problem] as const]
    })
    setProblems(new Map(found))
    if (found.length > 0) return
    const isKey = Object.values(values()).some((value) => typeof value === 'string' && looksLikeKey(value))
    if (isKey && !warned()) return void setWarned(true)
    answer('accept')
  }
  const server = () => ({ server: form.from })
  const address = form.address !== undefined && URL.canParse(form.address) ? new URL(form.address) : null
  return (
    <form
      class="tool-question tool-form"
      aria-label={t('Question of a server')}
      onSubmit={(event) => {
        event.preventDefault()
        arming.press(submit)()
      }}
    >
      <p class="hint">
        {form.about === 'address'
          ? t('The server “{server}” wants you to open a page.', server())
          : form.about === 'sampling'
            ? t('The server “{server}” wants to ask your model.', server())
            : t('The server “{server}” asks you.', server())}
      </p>
      <p class="tool-asked" data-find>
        <VisibleText text={form.text} />
      </p>
      <Show when={form.model}>
        {(model) => (
          <p class="hint">
            {model().cost === null
              ? t('{model}, price unknown', { model: showHidden(model().name) })
              : t('{model}, at most {price}', { model: showHidden(model().name), price: dollars(model().cost ?? 0) })}
          </p>
        )}
      </Show>
      <Show when={form.asksForSecret}>
        <p class="field-error" role="alert">
          {t(
            'This seems to ask for a password, a key or another secret. A server must not do that in a form. Your answer goes to the server as you type it, and stays in this session.',
          )}
        </p>
      </Show>
      <Show when={address}>
        {(url) => (
          <p class="tool-form-address">
            <a
              class="button"
              href={url().href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => setOpened(true)}
            >
              {t('Open')} <HostName url={url()} />
            </a>
            <span class="hint">
              <VisibleText text={url().href} />
            </span>
          </p>
        )}
      </Show>
      <For each={form.fields}>
        {(field) => (
          <Field
            label={form.about === 'sampling' ? said(field.label) : labelOf(field)}
            problem={problemWords(problems().get(field.name))}
            hint={field.hint === '' ? undefined : <VisibleText text={field.hint} />}
          >
            {(ids) => (
              <FormInput
                field={field}
                own={form.about === 'sampling'}
                ids={ids}
                value={values()[field.name]}
                free={!answered()}
                onChange={(value) => change(field.name, value)}
              />
            )}
          </Field>
        )}
      </For>
      <Show when={warned()}>
        <p class="field-error" role="alert">
          {t('This looks like an API key. Press again to give it to the server anyway.')}
        </p>
      </Show>
      <div class="tool-choices" ref={arming.watch}>
        <button
          type="submit"
          class="button primary"
          aria-disabled={arming.unarmed() || answered() || (address !== null && !opened())}
          disabled={address !== null && !opened()}
        >
          {form.about === 'address'
            ? t('I have opened it')
            : form.about === 'sampling'
              ? t('Allow')
              : t('Send to {server}', server())}
        </button>
        <button
          type="button"
          class="button"
          aria-disabled={arming.unarmed() || answered()}
          onClick={arming.press(() => answer('decline'))}
        >
          {t('Decline')}
        </button>
        <button
          type="button"
          class="button ghost"
          aria-disabled={arming.unarmed() || answered()}
          onClick={arming.press(() => answer('cancel'))}
        >
          {t('Cancel')}
        </button>
        <EarlyPress arming={arming} />
      </div>
    </form>
  )
}

const labelOf = ({ label, required }: FormField): string =>
  required ? showHidden(label) : t('{name} (optional)', { name: showHidden(label) })

const problemWords = (problem: FormProblem | undefined): string | undefined =>
  problem === undefined ? undefined : t(PROBLEMS[problem])

const initialOf = ({ fields }: Form): Record<string, FormValue> =>
  Object.fromEntries(
    fields.flatMap(({ name, initial }) =>
      initial === undefined ? [] : [[name, Array.isArray(initial) ? [...initial] : initial]],
    ),
  )

function read(text: string | null): Record<string, FormValue> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, FormValue>) : {}
  } catch {
    // storage of the browser that something else has changed
    return {}
  }
}
