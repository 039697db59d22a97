import { createSignal, For, type JSX, Show } from 'solid-js'
import type { Arriving, ImportPlan, Replaced } from '../../../settings/settings-file.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { type PlainPhrase, t } from '../../base/words/t.ts'

const NAMED = {
  theme: 'Theme',
  language: 'Language',
  instructions: 'Your instructions',
  memory: 'Remember things across sessions',
  nameSessions: 'Name new sessions automatically',
  keepAwake: 'Keep the screen on while a session runs',
  compressAt: 'New sessions summarise their history',
  askBeforeAgainAbove: 'Ask before retrying answers longer than (tokens)',
} as const satisfies Record<Replaced, PlainPhrase>

const HOW = {
  new: null,
  renamed: 'This name is taken, so it will be imported under this one.',
  known: 'Already here.',
  'no-room': 'No room for more. It is left out.',
} as const satisfies Record<Arriving<unknown>['how'], PlainPhrase | null>

type Chosen = { prompts: boolean; personas: boolean; replaced: ReadonlySet<Replaced> }

/**
 * The changes in a settings file, each with a checkbox. Text that the model would get can be read first, and is not
 * ticked at first.
 */
export function SettingsPlan(props: {
  plan: ImportPlan
  onImport: (chosen: Chosen) => void
  onCancel: () => void
}): JSX.Element {
  const [prompts, setPrompts] = createSignal(props.plan.prompts.length > 0)
  const [personas, setPersonas] = createSignal(props.plan.personas.length > 0)
  const [replaced, setReplaced] = createSignal<ReadonlySet<Replaced>>(
    new Set(props.plan.replaced.flatMap(({ key }) => (key === 'instructions' ? [] : [key]))),
  )
  const choose = (key: Replaced, wanted: boolean): void => {
    const next = new Set(replaced())
    if (wanted) next.add(key)
    else next.delete(key)
    setReplaced(next)
  }
  return (
    <section class="foreign-words" aria-label={t('What this file contains')}>
      <ul>
        <Some
          label={t('Prompts')}
          items={props.plan.prompts.map(({ item, how }) => ({ name: item.name, text: item.text, how }))}
          chosen={prompts()}
          onChoose={setPrompts}
        />
        <Some
          label={t('Personas')}
          items={props.plan.personas.map(({ item, how }) => ({ name: item.name, text: item.systemPrompt, how }))}
          chosen={personas()}
          onChoose={setPersonas}
        />
        <For each={props.plan.replaced}>
          {({ key, value }) => (
            <li>
              <label>
                <input
                  type="checkbox"
                  checked={replaced().has(key)}
                  onChange={(event) => choose(key, event.currentTarget.checked)}
                />
                <span>
                  {t(NAMED[key])}{' '}
                  <span class="hint">{key === 'instructions' ? t('replaces yours') : valueWords(value)}</span>
                </span>
              </label>
              <Show when={key === 'instructions' && String(value)}>{(words) => <Words text={words()} />}</Show>
            </li>
          )}
        </For>
      </ul>
      <div class="row">
        <button
          type="button"
          class="button primary"
          disabled={!prompts() && !personas() && replaced().size === 0}
          onClick={() => props.onImport({ prompts: prompts(), personas: personas(), replaced: replaced() })}
        >
          {t('Import selected')}
        </button>
        <button type="button" class="button ghost" onClick={() => props.onCancel()}>
          {t('Cancel')}
        </button>
      </div>
    </section>
  )
}

function Some(props: {
  label: string
  items: { name: string; text: string; how: Arriving<unknown>['how'] }[]
  chosen: boolean
  onChoose: (chosen: boolean) => void
}): JSX.Element {
  return (
    <Show when={props.items.length > 0}>
      <li>
        <label>
          <input
            type="checkbox"
            checked={props.chosen}
            onChange={(event) => props.onChoose(event.currentTarget.checked)}
          />
          <span>
            {props.label} <span class="hint">{props.items.length}</span>
          </span>
        </label>
        <ul class="pad">
          <For each={props.items}>
            {({ name, text, how }) => (
              <li>
                <VisibleText text={name} /> <span class="hint">{howWords(how)}</span>
                <Words text={text} />
              </li>
            )}
          </For>
        </ul>
      </li>
    </Show>
  )
}

function Words(props: { text: string }): JSX.Element {
  return (
    <Show when={props.text !== ''}>
      <details class="hint">
        <summary>{t('Look')}</summary>
        <pre class="tool-text" tabindex="0">
          <VisibleText text={props.text} />
        </pre>
      </details>
    </Show>
  )
}

function howWords(how: Arriving<unknown>['how']): string {
  const words = HOW[how]
  return words === null ? '' : t(words)
}

function valueWords(value: NonNullable<unknown> | null): string {
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  return value === null ? t('none') : String(value)
}
