import { createResource, type JSX, onCleanup, Show } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { count, t } from '../../base/words/t.ts'

/** Interval in ms at which the result is asked for while the call is shown. */
const AGAIN = 10_000

/**
 * Result of the call as reported by the device that ran it and has lost the session since: one press settles the
 * unknown outcome.
 */
export default function LateResult(props: { call: ToolCall }): JSX.Element {
  const { actions, state } = useApp()
  const ask = useAsk()
  const sessionId = state.open?.id ?? ''
  const [view, { refetch }] = createResource(() =>
    ask({ kind: 'late-result', sessionId, toolCallId: props.call.id, attempt: props.call.attempt }).catch(() => ({
      shared: false,
      late: null,
    })),
  )
  const timer = setInterval(() => {
    if (view.latest?.shared && view.latest.late === null) void refetch()
  }, AGAIN)
  onCleanup(() => clearInterval(timer))
  const isHere = () => state.sessions?.find(({ id }) => id === sessionId)?.elsewhere === undefined
  return (
    <Show when={view.latest?.late}>
      {(late) => (
        <div class="tool-late">
          <p class="tool-words">{t('Result on {device}:', { device: late().by || t('Another device') })}</p>
          <pre class="tool-text" tabindex="0">
            {showHidden(late().text)}
          </pre>
          <Show when={late().parts > 0}>
            <p class="hint">
              {count(late().parts, '1 of its images or files stays there.', '{n} of its images or files stay there.')}
            </p>
          </Show>
          <Show when={isHere() && late().text.trim() !== ''}>
            <UseIt onUse={() => actions.settle(props.call.id, 'report', late().text)} />
          </Show>
        </div>
      )}
    </Show>
  )
}

/** A button that may appear while the person is about to press another: it is enabled after a delay. */
function UseIt(props: { onUse: () => void }): JSX.Element {
  const arming = createArming()
  return (
    <div ref={arming.watch}>
      <button
        type="button"
        class="button primary"
        aria-disabled={arming.unarmed()}
        onClick={arming.press(() => props.onUse())}
      >
        {t('Use this result')}
      </button>
      <EarlyPress arming={arming} />
    </div>
  )
}
