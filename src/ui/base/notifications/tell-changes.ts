import type { SessionItem } from '../../../protocol/common.ts'
import { callAttention } from './attention.ts'
import type { ReadRows } from './call-person.ts'
import { sessionTag, withdrawNotification } from './notification.ts'

/** The last known state of each session. */
const newest = new Map<string, SessionItem>()

/**
 * Handles changed sessions for a person who looks elsewhere or gets notifications. `before`: each session's previous
 * state. Steps of one change run in order: withdrawing a question once also removed the news that replaced it.
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
    // a question that was answered meanwhile would never be withdrawn
    for (const item of waiting) said.push(callPerson(item, readRows, () => newest.get(item.id) === item))
  }
  await Promise.all(said)
}
