import type { Head } from '../../../agent/head.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import type { Published } from '../../../protocol/published.ts'
import type { Database } from '../../../storage/schema.ts'
import { readFirstText } from '../../first-text.ts'
import { sessionItem } from '../../session-item.ts'
import { followedAs } from './same-name.ts'

/** Sends the pages one line of the sessions list, with its state among the devices. Rejects with a DOMException. */
export async function tellItem(
  { db, publish }: { db: Database; publish: (message: Published) => void },
  head: Head,
  place: Pick<SessionItem, 'elsewhere' | 'apart' | 'trouble' | 'unsent' | 'lost' | 'knownAs'>,
): Promise<void> {
  const firstText = head.title ? '' : await readFirstText(db, head.sessionId)
  const knownAs = await followedAs(db, head.sessionId)
  const item = { ...sessionItem(head, firstText), ...(knownAs !== undefined && { knownAs }), ...place }
  publish({ type: 'sessions-changed', sessions: [item] })
}
