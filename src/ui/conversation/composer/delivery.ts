import type { Delivery } from '../../../agent/message.ts'
import type { PlainPhrase } from '../../base/words/t.ts'

/** What each way of delivery means, for a message that is sent during a run. */
export const DELIVERY = {
  steer: 'The model reads it before its next step.',
  'follow-up': 'Sent when this run finishes.',
  now: 'Starts a second answer in parallel.',
  interrupt: 'Stops this run and sends your message.',
} as const satisfies Record<Delivery, PlainPhrase>
