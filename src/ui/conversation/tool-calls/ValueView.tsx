import './tool-arguments.css'
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import { MOST_AT_ONCE } from '../../../search/call-texts.ts'
import type { ShownField, ShownValue } from '../../../search/shown-values.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { t } from '../../base/words/t.ts'
import { argumentWords, valueWord } from './argument-words.ts'
import { LineCount } from './LineCount.tsx'
import { MoreCharacters } from './MoreCharacters.tsx'

type Of<K extends ShownValue['kind']> = Extract<ShownValue, { kind: K }>

/**
 * A value in readable form: a list as a list, an object by the names of its fields. `most`: most characters of each
 * text.
 */
export function ValueView(props: { value: ShownValue; most: number }): JSX.Element {
  const as = <K extends ShownValue['kind']>(kind: K): Of<K> | undefined =>
    props.value.kind === kind ? (props.value as Of<K>) : undefined
  const text = () => ('text' in props.value ? props.value.text : '')
  return (
    <Switch fallback={<RawText text={text()} most={props.most} found />}>
      <Match when={as('line')}>
        <Show when={text() !== ''} fallback={<Empty />}>
          <span data-find>
            <VisibleText text={text()} />
          </span>
        </Show>
      </Match>
      <Match when={props.value.kind === 'word'}>
        <span>{valueWord(text())}</span>
      </Match>
      <Match when={as('list')}>
        {(list) => (
          <Show when={list().items.length > 0} fallback={<Empty />}>
            <ul class="value-list">
              <For each={list().items}>
                {(item) => (
                  <li>
                    <ValueView value={item} most={props.most} />
                  </li>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Match>
      <Match when={as('fields')}>
        {(object) => (
          <Show when={object().fields.length > 0} fallback={<Empty />}>
            <FieldList fields={object().fields} most={props.most} />
          </Show>
        )}
      </Match>
    </Switch>
  )
}

/** Named values, one below the other. */
export function FieldList(props: { fields: readonly ShownField[]; most: number }): JSX.Element {
  return (
    <dl>
      <For each={props.fields}>
        {({ name, value }) => (
          <div data-kind={value.kind}>
            <dt>
              <VisibleText text={argumentWords(name)} />
            </dt>
            <dd>
              <ValueView value={value} most={props.most} />
            </dd>
          </div>
        )}
      </For>
    </dl>
  )
}

/** Characters that one press adds. */
const MORE = 10 * MOST_AT_ONCE

/**
 * Text in a scrolling box. `found`: search in the conversation includes it. `most`: enough characters; if all of the
 * text matters, its beginning is shown at once and the rest on demand.
 */
export function RawText(props: { text: string; most: number; found?: boolean }): JSX.Element {
  const [drawn, setDrawn] = createSignal(MOST_AT_ONCE)
  const most = () => Math.min(props.most, drawn())
  return (
    <>
      <pre class="tool-args" tabindex="0" data-find={props.found || undefined}>
        <VisibleText text={props.text.slice(0, most())} />
      </pre>
      <LineCount text={props.text} />
      <MoreCharacters n={props.text.length - most()} />
      <Show when={drawn() < Math.min(props.most, props.text.length)}>
        <button type="button" class="button ghost" onClick={() => setDrawn((n) => n + MORE)}>
          {t('Show more')}
        </button>
      </Show>
    </>
  )
}

const Empty = (): JSX.Element => <span class="hint">{t('empty')}</span>
