import { createEffect, createSignal, For, type JSX, Show } from 'solid-js'
import { answersMayGoOn, factsOf } from '../../../settings/provider-kinds.ts'
import { Field } from '../../base/kit/Field.tsx'
import { TextField } from '../../base/kit/TextField.tsx'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import type { AdvancedText } from './advanced-form.ts'
import type { ProviderForm } from './create-provider-form.ts'
import { ownName } from './provider-form.ts'

type Row = { name: keyof AdvancedText; label: PlainPhrase; hint?: PlainPhrase; placeholder: string }
const AS_THEY: PlainPhrase = 'provider’s default'
const LINES: (Row & { placeholder: PlainPhrase | '120' | '4'; words?: true })[] = [
  { name: 'temperature', label: 'Temperature', hint: 'Many reasoning models reject it.', placeholder: AS_THEY },
  { name: 'topP', label: 'Top P', placeholder: AS_THEY },
  { name: 'maxOutput', label: 'Longest answer, in tokens', placeholder: 'model’s maximum' },
  { name: 'seed', label: 'Seed', hint: 'Supported by some providers only.', placeholder: 'none' },
  { name: 'patience', label: 'Timeout (seconds without data)', placeholder: '120' },
  { name: 'retries', label: 'Automatic retries', placeholder: '4' },
  {
    name: 'tier',
    label: 'Service tier',
    hint: 'For example flex or priority, where available. Prices for these tiers are unknown, so cost limits don’t count them until you enter a price in Session options.',
    placeholder: AS_THEY,
    words: true,
  },
]
const TEXTS: Row[] = [
  {
    name: 'headers',
    label: 'Extra headers',
    hint: 'One per line. They are not encrypted. The server must allow them for web pages (CORS).',
    placeholder: 'X-Title: Reflexor',
  },
  {
    name: 'body',
    label: 'Extra JSON',
    hint: 'Added to every request as is.',
    placeholder: '{"user": "me"}',
  },
]

/** Whether the provider stores answers, so that they can be resumed: declined or requested. */
const STORING = {
  unstored: 'Don’t store answers at the provider. An interrupted answer is then requested, and paid for, again.',
  stored:
    'Keep answers generating at Google if this tab closes. Google stores them for 55 days (1 day with a free key).',
} satisfies Partial<Record<keyof AdvancedText, PlainPhrase>>

/** Rarely needed fields: collapsed unless one is filled in or invalid. */
export function AdvancedFields(props: { form: ProviderForm; children: JSX.Element }): JSX.Element {
  const fields = () => props.form.fields()
  const problems = () => props.form.problems().advanced ?? {}
  const hasProblem = (): boolean => {
    const { baseUrl, model, advanced } = props.form.problems()
    return advanced !== undefined || (!props.form.asksAll() && (baseUrl ?? model) !== undefined)
  }
  const word = () => (factsOf(fields().kind).goesOnIfAsked ? 'stored' : 'unstored')
  const [open, setOpen] = createSignal(Object.values(fields().advanced).some((text) => text !== ''))
  // stays open while the person corrects a problem
  createEffect(() => {
    if (hasProblem()) setOpen(true)
  })
  const change = (name: keyof AdvancedText, text: string): void =>
    props.form.change({ advanced: { ...fields().advanced, [name]: text } })
  return (
    <details class="advanced" open={open()} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Advanced')}</summary>
      {props.children}
      <TextField
        label={t('Name')}
        problem={undefined}
        hint={t('To tell several keys of one provider apart.')}
        placeholder={ownName(fields().kind, fields().baseUrl.trim())}
        value={fields().name}
        onInput={(name) => props.form.change({ name })}
      />
      <For each={LINES}>
        {({ name, label, hint, placeholder, words }) => (
          <TextField
            label={t(label)}
            problem={problems()[name]}
            hint={hint && t(hint)}
            placeholder={placeholder === '120' || placeholder === '4' ? placeholder : t(placeholder)}
            inputmode={words ? undefined : 'decimal'}
            value={fields().advanced[name]}
            onInput={(text) => change(name, text)}
          />
        )}
      </For>
      <label class="choice-line">
        <span>{t('Keep the conversation cached')}</span>
        <select
          class="select small"
          value={fields().advanced.cacheRetention}
          onChange={({ currentTarget }) => change('cacheRetention', currentTarget.value)}
        >
          <option value="">{t('provider’s default')}</option>
          <option value="long">{t('longer, where possible (Claude: 1 hour, costs more to write)')}</option>
          <option value="none">{t('off, where it is optional')}</option>
        </select>
      </label>
      <Show when={answersMayGoOn({ kind: fields().kind, baseUrl: fields().baseUrl.trim() })}>
        <label class="check">
          <input
            type="checkbox"
            checked={fields().advanced[word()] !== ''}
            onChange={(event) => change(word(), event.currentTarget.checked ? 'yes' : '')}
          />
          <span>{t(STORING[word()])}</span>
        </label>
      </Show>
      <For each={TEXTS}>
        {({ name, label, hint, placeholder }) => (
          <Field label={t(label)} problem={problems()[name]} hint={hint && t(hint)}>
            {(ids) => (
              <textarea
                id={ids.id}
                class="input code"
                rows="2"
                spellcheck={false}
                autocapitalize="off"
                placeholder={placeholder}
                aria-describedby={ids.describedBy}
                aria-invalid={ids.invalid}
                value={fields().advanced[name]}
                onInput={(event) => change(name, event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </For>
    </details>
  )
}
