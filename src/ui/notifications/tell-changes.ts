import type { SessionItem } from '../../protocol/common.ts'
import { callAttention } from './attention.ts'
import type { ReadRows } from './call-person.ts'

/** Sessions that changed, for a person who looks elsewhere, or who is called by notifications. `before`: each as it was. */
export async function tellChanges(
  sessions: readonly SessionItem[],
  before: readonly Partial<SessionItem>[],
  readRows: ReadRows,
): Promise<void> {
  const attention = callAttention(sessions, before)
  const waiting = sessions.filter(
    ({ status }, place) => status === 'waiting-for-you' || before[place]?.status === 'waiting-for-you',
  )
  if (waiting.length > 0 && globalThis.Notification?.permission === 'granted') {
    const { callPerson } = await import('./call-person.ts')
    await Promise.all(waiting.map((item) => callPerson(item, readRows)))
  }
  await attention
}
