import type { JSX } from 'solid-js'
import type { Delivery } from '../../../agent/message.ts'
import { t } from '../../base/words/t.ts'
import { DELIVERY } from './delivery.ts'

/** Choice during a run: how the message is delivered. */
export default function DeliveryChoice(props: {
  delivery: Delivery
  onDelivery: (delivery: Delivery) => void
}): JSX.Element {
  return (
    <select
      class="select"
      aria-label={t('Delivery')}
      title={t(DELIVERY[props.delivery])}
      value={props.delivery}
      onChange={(event) => props.onDelivery(event.currentTarget.value as Delivery)}
    >
      <option value="steer">{t('Steer')}</option>
      <option value="follow-up">{t('Follow up')}</option>
      <option value="now">{t('Now')}</option>
      <option value="interrupt">{t('Interrupt')}</option>
    </select>
  )
}
