import type { RecurringView } from '../../../protocol/recurring.ts'
import { useAsk } from './ask.ts'

/** Recurring tasks. All reject with an Error whose message is for the person. */
export function useRecurring() {
  const ask = useAsk()
  return {
    list: () => ask({ kind: 'list-recurring' }),
    /** Adds one, or changes the one with its id. */
    save: ({ id, sessionId, task, times, on }: Omit<RecurringView, 'next'>) =>
      ask({ kind: 'save-recurring', id, sessionId, task, times, on }),
    stop: (id: string) => ask({ kind: 'stop-recurring', id }),
  }
}
