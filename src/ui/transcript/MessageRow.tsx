import './message-row.css'
import { createEffect, ErrorBoundary, type JSX, Match, onCleanup, Show, Suspense, Switch } from 'solid-js'
import type { Answer, UserMessage } from '../../agent/message.ts'
import { lazy } from '../kit/lazy.ts'
import { useApp } from '../state/app-context.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { AnswerView } from './AnswerView.tsx'
import { UserMessageView } from './UserMessageView.tsx'

const SummaryRow = lazy(() => import('../context/SummaryRow.tsx'))
const PlainAnswer = lazy(() => import('./PlainAnswer.tsx'))

/** Row `n` of the transcript; asks for it when it is not loaded. */
export function MessageRow(props: { n: number; total: number; session: OpenSession }): JSX.Element {
  const { actions } = useApp()
  const row = () => props.session.rows[props.n]
  createEffect(() => {
    if (row()) return
    // a row that is only passed by on the way to another is not worth asking for
    const timer = setTimeout(() => actions.loadRowsAround(props.n), 60)
    onCleanup(() => clearTimeout(timer))
  })
  const user = () => (row()?.role === 'user' ? (row() as UserMessage) : undefined)
  const answer = () => (row()?.role === 'assistant' ? (row() as Answer) : undefined)
  const isLast = () => props.n === props.total - 1
  const cutAt = () => props.session.view?.head.summaryCutAt ?? 0
  const isBehind = (n: number): boolean => (props.session.rows[n]?.seq ?? Number.POSITIVE_INFINITY) <= cutAt()
  /** The summary stands right after the last row that it stands for. */
  const endsSummary = () =>
    cutAt() > 0 &&
    isBehind(props.n) &&
    (isLast() || (props.session.rows[props.n + 1] !== undefined && !isBehind(props.n + 1)))
  return (
    <>
      <Switch fallback={<div class="message-absent" aria-hidden="true" />}>
        <Match when={!row() && props.session.damaged[props.n]}>
          <article class="message" aria-label="Damaged message" aria-posinset={props.n + 1} aria-setsize={props.total}>
            <p class="mark bad">This message cannot be read: its record is damaged. All others are safe.</p>
          </article>
        </Match>
        <Match when={user()}>
          {(message) => (
            <article class="message user" aria-label="You" aria-posinset={props.n + 1} aria-setsize={props.total}>
              <UserMessageView content={message().content} />
            </article>
          )}
        </Match>
        <Match when={answer()}>
          {(message) => (
            <article
              class="message assistant"
              aria-label="Assistant"
              aria-posinset={props.n + 1}
              aria-setsize={props.total}
            >
              <ErrorBoundary
                fallback={(error) => (
                  <Suspense>
                    <PlainAnswer answer={message()} error={error} />
                  </Suspense>
                )}
              >
                <AnswerView answer={message()} session={props.session} isLast={isLast()} />
              </ErrorBoundary>
            </article>
          )}
        </Match>
      </Switch>
      <Show when={endsSummary()}>
        <Suspense>
          <SummaryRow session={props.session} rows={props.n + 1} cutAt={cutAt()} />
        </Suspense>
      </Show>
    </>
  )
}
