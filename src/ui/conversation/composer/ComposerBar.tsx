import { type JSX, Show, Suspense } from 'solid-js'
import ArrowUp from '~icons/lucide/arrow-up'
import Square from '~icons/lucide/square'
import type { Delivery } from '../../../agent/message.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { t } from '../../base/words/t.ts'
import { DELIVERY } from './delivery.ts'

const DeliveryChoice = lazy(() => import('./DeliveryChoice.tsx'))

/**
 * Bar below the text: how the message is delivered while a run is active, a notice about it, and the buttons. null: not
 * offered.
 */
export function ComposerBar(props: {
  delivery: Delivery | null
  onDelivery: (delivery: Delivery) => void
  /** Notice, by priority: why the words cannot be sent; news about them; what holds always. Each a sentence, or ''. */
  problem: string
  news: string
  hint: string
  onDenyAndSend: (() => void) | null
  onStop: (() => void) | null
  canSend: boolean
  /** Small controls in one row, which scrolls if it is too long. */
  beside: JSX.Element
}): JSX.Element {
  return (
    <div class="composer-bar">
      <div class="composer-controls">
        <Suspense>
          <Show when={props.delivery}>
            {(delivery) => <DeliveryChoice delivery={delivery()} onDelivery={props.onDelivery} />}
          </Show>
        </Suspense>
        {props.beside}
      </div>
      <Show when={props.delivery}>
        {(delivery) => (
          <span class="delivery-words" id="delivery-words">
            {t(DELIVERY[delivery()])}
          </span>
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
