import { type TabDraft, UnsentMessage } from '../../agent/unsent-message.ts'
import type { Database } from '../schema.ts'
import { draftKeys } from '../session-range.ts'

/**
 * Typed and attached content that was not sent, a row for each session and tab. Relaxed: it is written while the person
 * types; it survives a killed browser, but perhaps not a power cut. Both functions reject with a DOMException.
 */

export async function keepDraft(
  db: Database,
  { sessionId, tab, draft }: { sessionId: string; tab: string; draft: UnsentMessage | null },
): Promise<void> {
  const transaction = db.transaction('settings', 'readwrite', { durability: 'relaxed' })
  const key = draftKeys(sessionId).prefix + tab
  await Promise.all([
    draft === null ? transaction.store.delete(key) : transaction.store.put({ key, value: draft }),
    transaction.done,
  ])
}

/** Oldest first. An unreadable row stays where it is and is not listed. */
export async function readDrafts(db: Database, sessionId: string): Promise<TabDraft[]> {
  const { prefix, range } = draftKeys(sessionId)
  const rows = await db.getAll('settings', range)
  return rows
    .flatMap(({ key, value }) => {
      const parsed = UnsentMessage.safeParse(value)
      return parsed.success ? [{ ...parsed.data, tab: key.slice(prefix.length) }] : []
    })
    .sort((a, b) => a.at - b.at)
}

/**
 * Names of the blobs in these rows, whatever their session and tab. In an unreadable row, everything outside its text
 * that looks like a name counts.
 */
export const blobsOfDrafts = (rows: readonly unknown[]): Set<string> =>
  new Set(
    rows.flatMap((row) => {
      const json = JSON.stringify(row, (key, inner: unknown) => (key === 'text' ? undefined : inner))
      return json.match(/(?<=")[0-9a-f]{64}(?=")/g) ?? []
    }),
  )
