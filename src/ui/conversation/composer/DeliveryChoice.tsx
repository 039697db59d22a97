import type { JSX } from 'solid-js'
import type { Delivery } from '../../../agent/message.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

const DELIVERY = {
  steer: 'The model reads it before its next step.',
  'follow-up': 'Sent when this run finishes.',
  now: 'Starts a second answer in parallel.',
  interrupt: 'Stops this run and sends your message.',
} as const satisfies Record<Delivery, PlainPhrase>

/** Choice during a run: how the message is delivered, and what that means. */
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
