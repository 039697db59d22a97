import { type Offers, offers } from '../../../agent/offers.ts'
import type { OpenSession } from './ui-state.ts'

const NOTHING: Offers = { stop: false, retry: false, continue: false }

/** What the person may press now, by the agent's own rules; nothing while the session is not loaded. Reactive. */
export function sessionOffers(session: OpenSession): Offers {
  const head = session.view?.head
  if (!head) return NOTHING
  const last = head.last ? session.rows[head.last.n] : undefined
  return offers({ head, messages: last ? [last] : [] })
}
