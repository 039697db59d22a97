import './tool-decision.css'
import { type JSX, Show, Suspense } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { createCardWords } from './card-words.ts'

const LateResult = lazy(() => import('./LateResult.tsx'))

/** A call that was started and whose effect is unknown: the person checks and says. */
export function ToolUnknown(props: { call: ToolCall }): JSX.Element {
  const { actions } = useApp()
  const arming = createArming()
  const [written, setWords] = createCardWords(props.call)
  const words = () => written() ?? ''
  // text restored from storage does not take the focus
  let opened = false
  const open = (): void => {
    opened = true
    setWords('')
  }
  const settle = (choice: 'again' | 'skip'): void => {
    setWords(null)
    actions.settle(props.call.id, choice)
  }
  const report = (): void => {
    if (words().trim() !== '') actions.settle(props.call.id, 'report', words().trim())
  }
  return (
    <div class="tool-decision" ref={arming.watch}>
      <p class="tool-words">
        {t('It started, but its result is unknown. It may have taken effect: check before you run it again.')}
      </p>
      <button
        type="button"
        class="button"
        aria-disabled={arming.unarmed()}
        onClick={arming.press(() => settle('again'))}
      >
        {t('Run again')}
      </button>
      <button
        type="button"
        class="button"
        aria-disabled={arming.unarmed()}
        onClick={arming.press(() => settle('skip'))}
      >
        {t('Skip')}
      </button>
      <EarlyPress arming={arming} />
      <Show
        when={written() !== null}
        fallback={
          <button type="button" class="button ghost" onClick={open}>
            {t('Report what happened')}
          </button>
        }
      >
        <form
          class="tool-own-words"
          onSubmit={(event) => {
            event.preventDefault()
            report()
          }}
        >
          <input
            class="input"
            ref={(element) => queueMicrotask(() => opened && element.focus())}
            aria-label={t('What happened')}
            placeholder={t('For example: it was sent once')}
            value={words()}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <button type="submit" class="button primary" disabled={words().trim() === ''}>
            {t('Report')}
          </button>
        </form>
      </Show>
      {/* below the buttons: late content moves none of them */}
      <Suspense>
        <LateResult call={props.call} />
      </Suspense>
    </div>
  )
}
