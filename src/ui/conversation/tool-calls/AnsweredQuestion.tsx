import './answered-question.css'
import { For, type JSX, Show } from 'solid-js'
import Check from '~icons/lucide/check'
import type { Asked } from '../../../search/asked-question.ts'
import { MOST_OF_ARGUMENT } from '../../../search/call-texts.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { t } from '../../base/words/t.ts'
import { AsTheToolGetsIt } from './ToolArguments.tsx'

/**
 * A question of the agent, with the choice that was taken. `children`: the result, if it is none of the choices; `own`:
 * the person's own words.
 */
export default function AnsweredQuestion(props: {
  asked: Asked
  args: string
  own: boolean
  children: JSX.Element
}): JSX.Element {
  return (
    <div class="tool-arguments answered-question">
      <p class="asked" data-find>
        <VisibleText text={props.asked.question} />
      </p>
      <Show when={props.asked.choices.length > 0}>
        <ul aria-label={t('Choices')}>
          <For each={props.asked.choices}>
            {(choice, at) => (
              <li data-chosen={props.asked.chosen === at() || undefined}>
                <Show when={props.asked.chosen === at()} fallback={<span class="not-chosen" />}>
                  <Check size={14} />
                </Show>
                <span data-find>
                  <VisibleText text={choice} />
                </span>
                <Show when={props.asked.chosen === at()}>
                  <span class="hint">{t('Your answer')}</span>
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={props.asked.chosen === null}>
        <Show when={props.own} fallback={props.children}>
          <section aria-label={t('Your answer')}>
            <p class="hint">{t('Your answer')}</p>
            {props.children}
          </section>
        </Show>
      </Show>
      <AsTheToolGetsIt args={props.args} most={MOST_OF_ARGUMENT} />
    </div>
  )
}
