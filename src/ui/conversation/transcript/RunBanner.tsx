import { createMemo, type JSX, Show } from 'solid-js'
import { status } from '../../../agent/status.ts'
import { MOST_TURNS } from '../../../settings/limits.ts'
import { useApp } from '../../base/state/app-context.ts'
import { sessionOffers } from '../../base/state/session-offers.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

const PAUSES = {
  tokens: 'Paused: this run has used all its tokens.',
  'cost-run': 'Paused: this run reached its cost limit.',
  'cost-day': 'Paused: today’s (UTC) cost limit is reached.',
  'same-call': 'Paused: the model repeated the same tool call.',
} as const

/** Says why a run has stopped and how to continue it, if the last answer does not say so. */
export default function RunBanner(props: { session: OpenSession }): JSX.Element {
  const { actions } = useApp()
  const turns = () => props.session.view?.config.limits.maxTurns ?? 0
  const byTurns = () => {
    const hold = props.session.view?.head.hold
    return hold?.kind === 'limit' && hold.limit === 'turns'
  }
  const endless = (): void => {
    const limits = props.session.view?.config.limits
    if (limits) actions.configure({ limits: { ...limits, maxTurns: MOST_TURNS } })
    actions.proceed()
  }
  const words = createMemo(() => {
    const { view } = props.session
    if (!view || !sessionOffers(props.session).continue) return null
    const now = status(view.head)
    if (now.type === 'paused')
      return now.limit === 'turns' ? t('Paused after {n} steps.', { n: turns() }) : t(PAUSES[now.limit])
    if (now.type !== 'stopped' && now.type !== 'failed') return null
    const { last } = view.head
    const saysItself = last?.role === 'assistant' && (last.status === 'failed' || last.status === 'aborted')
    const failed =
      now.type === 'failed' && !saysItself
        ? t('Failed: {why}', { why: said(now.failure.message) })
        : t('This run has failed.')
    const what = now.type === 'stopped' ? t('Stopped.') : failed
    if (view.queue.length > 0) return t('{what} Queued messages are sent when it continues.', { what })
    return saysItself ? null : what
  })
  return (
    <Show when={words()}>
      {(text) => (
        <div class="banner">
          <span>{text()}</span>
          <button type="button" class="button" onClick={() => actions.proceed()}>
            {byTurns() ? t('Continue ({n} more)', { n: Math.max(1, turns()) }) : t('Continue')}
          </button>
          <Show when={byTurns()}>
            <button type="button" class="button ghost" onClick={endless}>
              {t('Continue without a limit')}
            </button>
          </Show>
        </div>
      )}
    </Show>
  )
}
