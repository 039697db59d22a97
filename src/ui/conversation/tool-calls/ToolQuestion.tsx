import './tool-decision.css'
import './tool-question.css'
import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js'
import type { Question } from '../../../agent/content.ts'
import type { ToolCall } from '../../../agent/message.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { KEY_WARNING, looksLikeKey } from '../../base/kit/looks-like-key.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { createCardWords } from './card-words.ts'

/** A question of the agent: answered by one of its choices, or in the person's own words. */
export function ToolQuestion(props: { call: ToolCall; question: Question }): JSX.Element {
  const { actions, state } = useApp()
  const id = createUniqueId()
  const arming = createArming()
  const [written, setWords] = createCardWords(props.call)
  const words = () => written() ?? ''
  const [warning, setWarning] = createSignal('')
  const [sentAs, setSentAs] = createSignal<string | null>(null)
  /** The answer sent. The pressed button is not disabled, which would lose the focus. */
  const [given, setGiven] = createSignal('')
  // after a refusal it can be answered again
  const answered = () => state.unacknowledged[sentAs() ?? ''] === true
  const answer = (text: string): void => {
    if (answered() || text.trim() === '') return
    setGiven(text.trim())
    setSentAs(actions.settle(props.call.id, 'report', text.trim()))
  }
  const choose = (choice: string): void => {
    setWords(null)
    answer(choice)
  }
  const skip = (): void => {
    setWords(null)
    actions.settle(props.call.id, 'skip')
  }
  return (
    <form
      class="tool-question"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        if (warning() === '' && looksLikeKey(words())) return void setWarning(KEY_WARNING)
        answer(words())
      }}
    >
      <p id={id} class="tool-asked" data-find>
        <VisibleText text={props.question.text} />
      </p>
      <Show when={props.question.choices.length > 0}>
        <div class="tool-choices" ref={arming.watch}>
          <For each={props.question.choices}>
            {(choice) => (
              <button
                type="button"
                class="button choice"
                data-find
                disabled={answered() && given() !== choice.trim()}
                aria-disabled={arming.unarmed() || answered()}
                onClick={arming.press(() => choose(choice))}
              >
                <VisibleText text={choice} />
              </button>
            )}
          </For>
          <EarlyPress arming={arming} />
        </div>
      </Show>
      <div class="tool-own-words">
        <input
          class="input"
          aria-label={t('Your answer')}
          placeholder={props.question.choices.length > 0 ? t('Or answer in your own words') : t('Your answer')}
          value={words()}
          readonly={answered()}
          onInput={(event) => {
            setWarning('')
            setWords(event.currentTarget.value)
          }}
        />
        <button
          type="submit"
          class="button primary"
          disabled={words().trim() === '' || (answered() && given() !== words().trim())}
          aria-disabled={answered()}
        >
          {t('Answer')}
        </button>
        <button type="button" class="button ghost" disabled={answered()} onClick={skip}>
          {t('Skip')}
        </button>
      </div>
      <Show when={warning()}>
        <p class="field-error" role="alert">
          {said(warning())}
        </p>
      </Show>
    </form>
  )
}
