import { createSignal, type JSX, onCleanup } from 'solid-js'
import type { Answer } from '../../agent/message.ts'

/** An answer that is asked for again by itself: when, and why. Nothing is asked of the person, so nothing is red. */
export default function RetryLine(props: { answer: Answer; waitingForNetwork: boolean }): JSX.Element {
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
