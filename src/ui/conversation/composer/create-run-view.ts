import { type Accessor, createMemo } from 'solid-js'
import { openCalls } from '../../../agent/select.ts'
import { isBusyStatus, status } from '../../../agent/status.ts'
import { sessionOffers } from '../../base/state/session-offers.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'

/** State of the run that matters to the composer. */
export function createRunView(session: Accessor<OpenSession>) {
  const current = createMemo(() => {
    const head = session().view?.head
    return head ? status(head) : null
  })
  return {
    busy: (): boolean => {
      const now = current()
      return now !== null && (isBusyStatus(now) || now.type === 'waiting-for-you')
    },
    /** Naming the session is no work to stop. */
    stops: (): boolean => sessionOffers(session()).stop && current()?.type !== 'idle',
    /** Calls that wait for the person's decision. */
    undecided: createMemo(() => {
      const head = session().view?.head
      return head && current()?.type === 'waiting-for-you'
        ? openCalls(head).filter((call) => call.status === 'pending')
        : []
    }),
  }
}
