import type { SessionItem } from '../../../protocol/common.ts'
import { callAttention } from './attention.ts'
import type { ReadRows } from './call-person.ts'
import { sessionTag, withdrawNotification } from './notification.ts'

/** What was last told of each session. */
const newest = new Map<string, SessionItem>()

/**
 * Sessions that changed, for a person who looks elsewhere, or who is called by notifications. `before`: each as it was.
 * What is to be said of one change is said in the order of the changes: a question that is taken back took the news of
 * the end with it, which has its place.
 */
export async function tellChanges(
  sessions: readonly SessionItem[],
  before: readonly Partial<SessionItem>[],
  readRows: ReadRows,
): Promise<void> {
  for (const item of sessions) newest.set(item.id, item)
  if (globalThis.Notification?.permission !== 'granted') return callAttention(sessions, before)
  const answered = sessions.filter(
    ({ status }, place) => status !== 'waiting-for-you' && before[place]?.status === 'waiting-for-you',
  )
  const said = [...answered.map(({ id }) => withdrawNotification(sessionTag(id))), callAttention(sessions, before)]
  const waiting = sessions.filter(({ status }) => status === 'waiting-for-you')
  if (waiting.length > 0) {
    const { callPerson } = await import('./call-person.ts')
    // answered meanwhile: nobody would take it back
    for (const item of waiting) said.push(callPerson(item, readRows, () => newest.get(item.id) === item))
  }
  await Promise.all(said)
}
