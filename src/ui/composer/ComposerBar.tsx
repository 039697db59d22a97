import ArrowUp from 'lucide-solid/icons/arrow-up'
import Square from 'lucide-solid/icons/square'
import { type JSX, Show } from 'solid-js'
import type { Delivery } from '../../agent/message.ts'

/** Below the words: how they are delivered while a run goes on, what is to be said of them, and the buttons. null: it is not offered. */
export function ComposerBar(props: {
  delivery: Delivery | null
  onDelivery: (delivery: Delivery) => void
  /** Why they cannot be sent; else what is new about them; else what holds. Each a sentence, or ''. */
  problem: string
  news: string
  hint: string
  onDenyAndSend: (() => void) | null
  onStop: (() => void) | null
  canSend: boolean
}): JSX.Element {
  return (
    <div class="composer-bar">
      <Show when={props.delivery}>
        {(delivery) => (
          <select
            class="select small"
            aria-label="Delivery"
            value={delivery()}
            onChange={(event) => props.onDelivery(event.currentTarget.value as Delivery)}
          >
            <option value="steer">Steer</option>
            <option value="follow-up">Follow up</option>
            <option value="now">Now</option>
            <option value="interrupt">Interrupt</option>
          </select>
        )}
      </Show>
      <span
        class="composer-hint"
        id="composer-problem"
        role={props.problem !== '' ? 'alert' : props.news !== '' ? 'status' : undefined}
        data-bad={props.problem !== ''}
      >
        {props.problem || props.news || props.hint}
      </span>
      <Show when={props.onDenyAndSend}>
        {(deny) => (
          <button type="button" class="button small" onClick={() => deny()()}>
            Deny and send
          </button>
        )}
      </Show>
      <Show when={props.onStop}>
        {(stop) => (
          <button type="button" class="button round stop" aria-label="Stop" title="Stop (Esc)" onClick={() => stop()()}>
            <Square size={14} fill="currentColor" />
          </button>
        )}
      </Show>
      <button
        type="submit"
        class="button round primary"
        aria-label="Send"
        title="Send (Enter)"
        disabled={!props.canSend}
      >
        <ArrowUp size={18} />
      </button>
    </div>
  )
}
