import type { Message } from '../../agent/message.ts'
import type { RequestOf, Results } from '../../protocol/requests.ts'
import { readBlob } from '../../storage/blobs.ts'
import { openView, readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { decodeText } from '../../tools/text-bytes.ts'
import { secretCleaner } from '../known-secrets.ts'
import { type Refused, refused } from '../refused.ts'
import { draftText } from '../skills/draft-text.ts'
import { parseSkill } from '../skills/parse-skill.ts'
import { withoutAttached } from '../skills/without-attached.ts'

type Asked = RequestOf<'draft-skill'>

/** Rows of a session that are looked through. */
const MOST_ROWS = 2000
/** Bytes of text of attached files that are compared. */
const MOST_ATTACHED = 5_000_000

/** A `SKILL.md` from a session, without secrets and without lines of attached files. Rejects with Refused. */
export async function draftSkill({ sessionId, better }: Asked, db: Database): Promise<Results['draft-skill']> {
  const opened = await openView(db, sessionId, 1)
  if (opened.type === 'missing') throw gone()
  const clean = await secretCleaner(db)
  const { head, config } = opened.view
  if (better !== null) {
    const text = await (await import('./better-skill.ts')).betterSkill(db, config.model, better)
    if (parseSkill(text, '').problem !== undefined) throw refused('no-skill-answered')
    return { text: clean(text) }
  }
  const page = await readRows(db, sessionId, Math.max(0, head.count - MOST_ROWS), Number.MAX_SAFE_INTEGER)
  if (page === null) throw gone()
  const text = draftText(page.messages, head.title ?? '')
  if (text === null) throw refused('no-step-succeeded')
  return { text: clean(withoutAttached(text, page.messages, await attachedWords(db, page.messages))) }
}

async function attachedWords(db: Database, rows: readonly Message[]): Promise<string[]> {
  const texts: string[] = []
  let left = MOST_ATTACHED
  for (const block of rows.flatMap((row) => (row.role === 'user' ? row.content : []))) {
    const sha = block.type === 'document' ? (block.words ?? block.blob) : null
    const bytes = sha === null || left <= 0 ? null : await readBlob(db, sha)
    if (bytes === null) continue
    left -= bytes.length
    texts.push(decodeText(bytes) ?? '')
  }
  return texts
}

const gone = (): Refused => refused('session-gone')
