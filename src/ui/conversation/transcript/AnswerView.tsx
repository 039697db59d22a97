import './answer-view.css'
import { createEffect, createMemo, ErrorBoundary, Index, type JSX, Match, Show, Suspense, Switch } from 'solid-js'
import type { Answer, ToolCall } from '../../../agent/message.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { sessionOffers } from '../../base/state/session-offers.ts'
import { shownAnswer } from '../../base/state/shown-answer.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'
import { Markdown } from '../../rendering/Markdown.tsx'
import type { Fold, RowFolds } from '../tool-calls/row-folds.ts'
import { isAskedAgain } from './asked-again.ts'

const Thinking = lazy(() => import('./Thinking.tsx'))
const LateBlock = lazy(() => import('./LateBlock.tsx'))
const RetryLine = lazy(() => import('./RetryLine.tsx'))
const WrittenCalls = lazy(() => import('./WrittenCalls.tsx'))
const FailureHelp = lazy(() => import('./FailureHelp.tsx'))
const ToolCard = lazy(() => import('../tool-calls/ToolCard.tsx'))
const BatchCard = lazy(() => import('../tool-calls/BatchCard.tsx'))
const HelperCard = lazy(() => import('../helpers/HelperCard.tsx'))
const ComingToolCall = lazy(() => import('../tool-calls/ComingToolCall.tsx'))
const StepsLine = lazy(() => import('../tool-calls/StepsLine.tsx'))
const PlainCall = lazy(() => import('./PlainCall.tsx'))

/** One answer: thinking, text and tool calls in the order they arrived, and how it ended. */
export function AnswerView(props: {
  answer: Answer
  session: OpenSession
  isLast: boolean
  /** Steps that fold into one line; undefined: not known yet, so the calls wait. */
  steps: RowFolds | undefined
}): JSX.Element {
  const app = useApp()
  const { actions, state } = app
  const shown = createMemo(() => shownAnswer(props.answer, props.session.streams[props.answer.cut]))
  const foldAt = (place: number): Fold | undefined =>
    props.steps?.folds.find(({ from, to }) => from <= place && place < to)
  const announced = () => props.answer.calls.length > 0
  const isEmpty = () => shown().blocks.length === 0 && !announced()
  const offered = createMemo(() => (props.isLast ? sessionOffers(props.session) : null))
  const broken = () => ['failed', 'aborted'].includes(props.answer.status)
  const offersRetry = () => broken() && offered()?.retry === true
  const onlyThought = () =>
    props.answer.status === 'complete' &&
    shown().blocks.some(({ text }) => text !== '') &&
    shown().blocks.every(({ kind }) => kind === 'thinking')
  /** Calls that wait for the person: several are in one card, until the last of them is decided. */
  const together = createMemo((before: ToolCall[]): ToolCall[] => {
    const pending = props.answer.calls.filter(({ status }) => status === 'pending')
    return pending.length > (before.length > 0 ? 0 : 1) ? pending : []
  }, [])
  const cutOff = () => props.answer.status === 'complete' && props.answer.stopReason === 'length'
  const offersContinue = () => cutOff() && offered()?.continue === true
  createEffect((before: boolean) => {
    const offers = offersRetry() || offersContinue()
    // the focused button was removed, and the focus with it
    if (before && !offers && document.activeElement === document.body) document.getElementById('main')?.focus()
    return offers
  }, false)
  return (
    <div class="answer" data-status={props.answer.status} data-passing={shown().passing || undefined}>
      <Show when={isEmpty() && props.answer.status === 'streaming' && !state.notRunning}>
        <p class="typing" aria-hidden="true">
          <span />
          <span />
          <span />
        </p>
      </Show>
      <Index each={shown().blocks}>
        {(block, index) => {
          const growing = () => shown().growing && index === shown().blocks.length - 1
          return (
            <Switch>
              <Match when={block().kind === 'thinking'}>
                <Suspense fallback={<div class="thinking-place" />}>
                  <Thinking text={block().text} ms={block().ms} growing={growing()} alone={onlyThought()} />
                </Suspense>
              </Match>
              <Match when={block().kind === 'text'}>
                <Markdown text={block().text} growing={growing()} marks={block().marks} app={app} />
              </Match>
              <Match when={block().call}>
                {(call) => (
                  <ErrorBoundary
                    fallback={(error) => (
                      <Suspense>
                        <PlainCall call={call()} error={error} />
                      </Suspense>
                    )}
                  >
                    <Show when={foldAt(index)?.from === index && foldAt(index)}>
                      {(fold) => (
                        <Suspense fallback={<div class="steps-place" />}>
                          <StepsLine fold={fold()} answer={props.answer} rows={props.session.rows} />
                        </Suspense>
                      )}
                    </Show>
                    <Show when={foldAt(index)?.open !== false}>
                      <Suspense fallback={<div class="tool-place" />}>
                        <Show
                          when={props.steps && !together().some(({ id }) => id === call().id)}
                          fallback={<div class="tool-place" hidden={props.steps !== undefined} />}
                        >
                          <Show
                            when={call().helper}
                            fallback={<ToolCard call={call()} progress={props.session.progress[call().id]} />}
                          >
                            {(helper) => <HelperCard call={call()} helper={helper()} />}
                          </Show>
                        </Show>
                      </Suspense>
                    </Show>
                  </ErrorBoundary>
                )}
              </Match>
              <Match when={block().blob || block().sources || block().kind === 'code-run'}>
                <Suspense fallback={<p class="mark" />}>
                  <LateBlock block={block()} growing={shown().growing} />
                </Suspense>
              </Match>
              <Match when={true}>
                <Suspense fallback={<div class="tool-place" />}>
                  <ComingToolCall shown={shown()} at={index} />
                </Suspense>
              </Match>
            </Switch>
          )
        }}
      </Index>
      <Suspense>
        <Show when={together().length > 0}>
          <BatchCard cut={props.answer.cut} calls={together()} progress={props.session.progress} />
        </Show>
      </Suspense>
      <Show when={props.answer.lookups}>
        {(times) => <p class="mark">{count(times(), 'Looked up 1 earlier result', 'Looked up {n} earlier results')}</p>}
      </Show>
      <Show when={onlyThought()}>
        <p class="mark">{t('The model only thought and gave no answer.')}</p>
      </Show>
      <Show when={props.answer.written}>
        {(written) => (
          <Suspense fallback={<p class="mark" />}>
            <WrittenCalls written={written()} model={props.answer.model} />
          </Suspense>
        )}
      </Show>
      <Show when={shown().interrupted}>
        <p class="mark interrupted">{t('Interrupted')}</p>
      </Show>
      <Show when={shown().resumed}>{(words) => <p class="mark">{t(words())}</p>}</Show>
      <Show when={props.answer.status === 'aborted'}>
        <p class="mark">{t('Stopped')}</p>
      </Show>
      <Show when={props.answer.status === 'replaced'}>
        <p class="mark">{t('Replaced by a newer answer')}</p>
      </Show>
      <Show when={props.answer.stopReason === 'refusal'}>
        <p class="mark">{t('The model declined to answer.')}</p>
      </Show>
      <Show when={(props.answer.status === 'waiting' && !state.notRunning) || props.answer.wentOn}>
        <Suspense fallback={<p class="mark" />}>
          <RetryLine answer={props.answer} waitingForNetwork={props.session.activity?.waitingForNetwork === true} />
        </Suspense>
      </Show>
      <Show
        when={
          props.answer.status === 'failed' && !props.answer.wentOn && !isAskedAgain(props.answer, props.session)
            ? props.answer.failure
            : null
        }
      >
        {(failure) => <p class="mark bad">{t('Failed: {why}', { why: said(failure().message) })}</p>}
      </Show>
      <Show when={cutOff() && !announced()}>
        <p class="mark">{t('Cut off at the output limit')}</p>
      </Show>
      <Show when={offersRetry() || offersContinue()}>
        <div class="row answer-actions">
          <Show when={offersRetry()}>
            <button type="button" class="button" onClick={() => actions.retry()}>
              {t('Retry')}
            </button>
            <Show when={props.answer.failure}>
              {(failure) => (
                <Suspense>
                  <FailureHelp
                    failure={failure()}
                    providerId={props.answer.model?.providerId ?? null}
                    model={props.session.view?.config.model ?? null}
                  />
                </Suspense>
              )}
            </Show>
          </Show>
          <Show when={offersContinue()}>
            <button type="button" class="button" onClick={() => actions.proceed()}>
              {t('Continue')}
            </button>
          </Show>
        </div>
      </Show>
    </div>
  )
}
