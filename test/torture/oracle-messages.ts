import { same } from './compare.ts'
import type { Evidence } from './oracle.ts'
import type { Must, Rows } from './stored.ts'

/** A message is on disk when any of these is said of it: of a message, 'unapplied' says that it was there already. */
const ACCEPTED: ReadonlySet<string> = new Set(['committed', 'known', 'unapplied'])

/** Every accepted message is there exactly once, and those that wait in the same line come in the order of sending. */
export function checkMessages({ messages, queue, journal, head }: Rows, { sent }: Evidence, must: Must): void {
  must(
    same(
      messages.map(({ n }) => n),
      [...messages.keys()],
    ) && messages.length === head.count,
    'rows are missing',
  )
  const taken = journal.flatMap(({ input }) => (input.type === 'user-send-message' ? [input] : []))
  const cancelled = new Set(
    journal.flatMap(({ input }) => (input.type === 'user-cancel-queued' ? [input.messageId] : [])),
  )
  const here = [...messages.flatMap((row) => (row.role === 'user' ? [row] : [])), ...queue]
  const expected = taken.map(({ messageId }) => messageId).filter((id) => !cancelled.has(id))
  const ids = here.map(({ id }) => id)
  must(same([...ids].sort(), [...expected].sort()), `messages taken: ${expected}; there: ${ids}`)
  for (const line of [['steer'], ['follow-up'], ['now', 'interrupt']]) {
    const of = here.filter(({ delivery }) => line.includes(delivery)).map(({ id }) => id)
    must(
      same(
        of,
        expected.filter((id) => of.includes(id)),
      ),
      `messages in another order than taken: ${of}`,
    )
  }
  const accepted = sent.filter(({ outcome }) => ACCEPTED.has(outcome))
  const acceptedIds = accepted.map(({ messageId }) => messageId)
  const takenIds = taken.map(({ messageId }) => messageId)
  // on disk without the sender's knowing is normal: it was killed before it heard. Accepted and not there, or there and
  // never sent, is not.
  const sentIds = sent.map(({ messageId }) => messageId)
  must(
    acceptedIds.every((id) => takenIds.includes(id)) && takenIds.every((id) => sentIds.includes(id)),
    `accepted: ${acceptedIds}; in the journal: ${takenIds}`,
  )
  for (const { messageId, after } of accepted)
    for (const earlier of after.filter((id) => takenIds.includes(id)))
      must(takenIds.indexOf(earlier) < takenIds.indexOf(messageId), `${messageId} overtook ${earlier}: ${takenIds}`)
}
