import { createMemo, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import type { Failure } from '../../../agent/content.ts'
import type { Answer } from '../../../agent/message.ts'
import { clockAhead } from '../../base/kit/clock-time.ts'
import { useApp } from '../../base/state/app-context.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/**
 * An answer that is retried automatically, or by another model: when, and why. The person need not act, so nothing is
 * red.
 */
export default function RetryLine(props: { answer: Answer; waitingForNetwork: boolean }): JSX.Element {
  return (
    <Show
      when={props.answer.wentOn}
      fallback={<Waiting answer={props.answer} waitingForNetwork={props.waitingForNetwork} />}
    >
      {(next) => (
        <p class="mark" title={said(props.answer.failure?.message ?? '')}>
          {t(wentOnWords(props.answer.failure), {
            model: props.answer.model?.model ?? t('The model'),
            next: next().model,
          })}
        </p>
      )}
    </Show>
  )
}

const WENT_ON = {
  overloaded: '{model} was overloaded. Continued with {next}.',
  'rate-limit': '{model} reached its limit. Continued with {next}.',
  server: '{model} had an internal error. Continued with {next}.',
  'no-credit': '{model} ran out of credit. Continued with {next}.',
} as const
const wentOnWords = (failure: Failure | null | undefined) => {
  const kind = failure?.kind ?? 'overloaded'
  return kind in WENT_ON ? WENT_ON[kind as keyof typeof WENT_ON] : '{model} failed. Continued with {next}.'
}

function Waiting(props: { answer: Answer; waitingForNetwork: boolean }): JSX.Element {
  const { state } = useApp()
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), 500)
  onCleanup(() => clearInterval(timer))
  const until = createMemo(
    on(
      () => props.answer.retryAt ?? 0,
      (at) => at - clockAhead(state.open?.view?.head.timestamp),
    ),
  )
  const when = () =>
    props.waitingForNetwork
      ? t('Waiting for network.')
      : t('Retrying in {n} s.', { n: Math.max(0, Math.ceil((until() - now()) / 1000)) })
  return (
    <p class="mark">
      {when()} {said(props.answer.failure?.message ?? '')}
    </p>
  )
}
