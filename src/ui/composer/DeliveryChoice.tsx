import type { JSX } from 'solid-js'
import type { Delivery } from '../../agent/message.ts'
import { type PlainPhrase, t } from '../words/t.ts'

const DELIVERY = {
  steer: 'It joins before the next step.',
  'follow-up': 'It waits until this run has ended.',
  now: 'A second answer begins at once, beside this one.',
  interrupt: 'It stops this run and takes its place.',
} as const satisfies Record<Delivery, PlainPhrase>

/** While a run goes on: how the words are delivered, and what that means. */
export default function DeliveryChoice(props: {
  delivery: Delivery
  onDelivery: (delivery: Delivery) => void
}): JSX.Element {
  const words = () => t(DELIVERY[props.delivery])
  return (
    <>
      <select
        class="select small"
        aria-label={t('Delivery')}
        title={words()}
        value={props.delivery}
        onChange={(event) => props.onDelivery(event.currentTarget.value as Delivery)}
      >
        <option value="steer">{t('Steer')}</option>
        <option value="follow-up">{t('Follow up')}</option>
        <option value="now">{t('Now')}</option>
        <option value="interrupt">{t('Interrupt')}</option>
      </select>
      <span class="delivery-words" id="delivery-words">
        {words()}
      </span>
    </>
  )
}
