import { createResource, type JSX, onCleanup, Show } from 'solid-js'
import type { ToolCall } from '../../agent/message.ts'
import { createArming } from '../kit/arming.ts'
import { useApp } from '../state/app-context.ts'
import { useDevices } from '../state/devices.ts'
import { showHidden } from '../words/hidden-signs.ts'
import { count, t } from '../words/t.ts'

/** It is asked for again after so many ms, while the call stands there. */
const AGAIN = 10_000

/** What the act came to, as the device says that carried it out and has lost the session since: one press settles the unknown outcome. */
export default function LateResult(props: { call: ToolCall }): JSX.Element {
  const { actions, state } = useApp()
  const devices = useDevices()
  const sessionId = state.open?.id ?? ''
  const [view, { refetch }] = createResource(() =>
    devices.lateResult(sessionId, props.call.id, props.call.attempt).catch(() => ({ shared: false, late: null })),
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

/** It comes while the person is about to press another button: it arms by itself. */
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
    </div>
  )
}
