import type { DRAFT_REQUESTS } from '../../protocol/drafts.ts'
import { tabLock } from '../../settings/tab-lock.ts'
import { knownMessageId } from '../../storage/read.ts'
import { keepDraft, readDrafts } from '../../storage/settings/drafts.ts'
import type { HandlersOf } from '../request-handlers.ts'

/**
 * Unsent messages. A draft that has become a message (its tab was killed before it learned that) is deleted when it is
 * read.
 */
export const DRAFT_HANDLERS: HandlersOf<typeof DRAFT_REQUESTS> = {
  'keep-draft': async (request, { db }) => {
    await keepDraft(db, request)
    return null
  },
  'list-drafts': async ({ sessionId, tab }, { db }) => {
    const rows = await readDrafts(db, sessionId)
    if (rows.length === 0) return rows
    const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name))
    const ours = rows.filter((row) => row.tab === tab || !held.has(tabLock(row.tab)))
    const unsent = await Promise.all(
      ours.map(async (row) => ((await knownMessageId(db, sessionId, row.id)) ? [] : [row])),
    )
    const list = unsent.flat()
    for (const row of ours) if (!list.includes(row)) await keepDraft(db, { sessionId, tab: row.tab, draft: null })
    return list
  },
}
