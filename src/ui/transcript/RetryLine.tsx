import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import type { Failure } from '../../agent/content.ts'
import type { Answer } from '../../agent/message.ts'

/** An answer that is asked for again by itself, or of another model: when, and why. Nothing is asked of the person, so nothing is red. */
export default function RetryLine(props: { answer: Answer; waitingForNetwork: boolean }): JSX.Element {
  return (
    <Show
      when={props.answer.wentOn}
      fallback={<Waiting answer={props.answer} waitingForNetwork={props.waitingForNetwork} />}
    >
      {(next) => (
        <p class="mark" title={props.answer.failure?.message}>
          {props.answer.model?.model ?? 'The model'} {WHY[props.answer.failure?.kind ?? 'overloaded'] ?? 'failed'}; went
          on with {next().model}.
        </p>
      )}
    </Show>
  )
}

const WHY: Partial<Record<Failure['kind'], string>> = {
  overloaded: 'was overloaded',
  'rate-limit': 'had reached its limit',
  server: 'had an internal error',
  'no-credit': 'had no credit left',
}

function Waiting(props: { answer: Answer; waitingForNetwork: boolean }): JSX.Element {
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), 500)
  onCleanup(() => clearInterval(timer))
  const when = () =>
    props.waitingForNetwork
      ? 'Waiting for network.'
      : `Retrying in ${Math.max(0, Math.ceil(((props.answer.retryAt ?? 0) - now()) / 1000))} s.`
  return (
    <p class="mark">
      {when()} {props.answer.failure?.message}
    </p>
  )
}
