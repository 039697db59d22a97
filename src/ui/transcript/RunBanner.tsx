import { createMemo, type JSX, Show } from 'solid-js'
import { status } from '../../agent/status.ts'
import { useApp } from '../state/app-context.ts'
import { sessionOffers } from '../state/session-offers.ts'
import type { OpenSession } from '../state/ui-state.ts'

const PAUSES = {
  turns: 'It has used all the turns of this run.',
  tokens: 'It has used all the tokens of this run.',
  'cost-run': 'This run has reached its cost limit.',
  'cost-day': "Today's cost limit is reached.",
  'same-call': 'It made the same tool call again and again.',
} as const

/** A run that stands still says why, and how to go on, where the last answer does not say it itself. */
export default function RunBanner(props: { session: OpenSession }): JSX.Element {
  const { actions } = useApp()
  const words = createMemo(() => {
    const { view } = props.session
    if (!view || !sessionOffers(props.session).continue) return null
    const now = status(view.head)
    if (now.type === 'paused') return `Paused. ${PAUSES[now.limit]}`
    if (now.type !== 'stopped' && now.type !== 'failed') return null
    const { last } = view.head
    const saysItself = last?.role === 'assistant' && (last.status === 'failed' || last.status === 'aborted')
    const failed = now.type === 'failed' && !saysItself ? `Failed: ${now.failure.message}` : 'This run has failed.'
    const what = now.type === 'stopped' ? 'Stopped.' : failed
    if (view.queue.length > 0) return `${what} The messages that wait are sent when it goes on.`
    return saysItself ? null : what
  })
  return (
    <Show when={words()}>
      {(text) => (
        <div class="banner">
          <span>{text()}</span>
          <button type="button" class="button" onClick={() => actions.proceed()}>
            Continue
          </button>
        </div>
      )}
    </Show>
  )
}
