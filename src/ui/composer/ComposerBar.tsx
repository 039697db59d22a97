import ArrowUp from 'lucide-solid/icons/arrow-up'
import Square from 'lucide-solid/icons/square'
import { type JSX, Show } from 'solid-js'
import type { Delivery } from '../../agent/message.ts'
import { type PlainPhrase, t } from '../words/t.ts'

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
  /** Another way to write, before what is said of the words. */
  beside: JSX.Element
}): JSX.Element {
  return (
    <div class="composer-bar">
      {props.beside}
      <Show when={props.delivery}>
        {(delivery) => (
          <select
            class="select small"
            aria-label={t('Delivery')}
            title={deliveryWords(delivery())}
            value={delivery()}
            onChange={(event) => props.onDelivery(event.currentTarget.value as Delivery)}
          >
            <option value="steer">{t('Steer')}</option>
            <option value="follow-up">{t('Follow up')}</option>
            <option value="now">{t('Now')}</option>
            <option value="interrupt">{t('Interrupt')}</option>
          </select>
        )}
      </Show>
      <span
        class="composer-hint"
        id="composer-problem"
        role={props.problem !== '' ? 'alert' : props.news !== '' ? 'status' : undefined}
        data-bad={props.problem !== ''}
      >
        {props.problem || props.news || props.hint || (
          <span class="delivery-words">{deliveryWords(props.delivery)}</span>
        )}
      </span>
      <Show when={props.onDenyAndSend}>
        {(deny) => (
          <button type="button" class="button small" onClick={() => deny()()}>
            {t('Deny and send')}
          </button>
        )}
      </Show>
      <Show when={props.onStop}>
        {(stop) => (
          <button
            type="button"
            class="button round stop"
            aria-label={t('Stop')}
            title={t('Stop (Esc)')}
            onClick={() => stop()()}
          >
            <Square size={14} fill="currentColor" />
          </button>
        )}
      </Show>
      <button
        type="submit"
        class="button round primary"
        aria-label={t('Send')}
        title={t('Send (Enter)')}
        disabled={!props.canSend}
      >
        <ArrowUp size={18} />
      </button>
    </div>
  )
}

const DELIVERY = {
  steer: 'It joins before the next step.',
  'follow-up': 'It waits until this run has ended.',
  now: 'A second answer begins at once, beside this one.',
  interrupt: 'It stops this run and takes its place.',
} as const satisfies Record<Delivery, PlainPhrase>

const deliveryWords = (delivery: Delivery | null): string => (delivery === null ? '' : t(DELIVERY[delivery]))
