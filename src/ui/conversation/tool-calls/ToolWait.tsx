import './tool-decision.css'
import { createMemo, type JSX, on } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { clockAhead, clockTime } from '../../base/kit/clock-time.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

/** A durable wait: its end (`until`: wall time, ms), and a button to end it now. */
export function ToolWait(props: { call: ToolCall; until: number }): JSX.Element {
  const { actions, state } = useApp()
  const until = createMemo(
    on(
      () => props.until,
      (at) => at - clockAhead(state.open?.view?.head.timestamp),
    ),
  )
  return (
    <div class="tool-decision">
      <p class="tool-words">
        {t('Waiting until {time}. You can close the page. It continues when you open it again.', {
          time: clockTime(until(), Date.now()),
        })}
      </p>
      <button type="button" class="button" onClick={() => actions.settle(props.call.id, 'skip')}>
        {t('Stop waiting')}
      </button>
    </div>
  )
}
