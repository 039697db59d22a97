import type { Immutable } from 'mutative'
import type { Message } from '../../agent/message.ts'
import type { SHARE_REQUESTS, ShareContents, ShareRows } from '../../protocol/share.ts'
import { readFiles } from '../../storage/files.ts'
import { openView, readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { countRecordedWire } from '../../storage/settings/recorded-wire.ts'
import { blobBytes } from '../blob-bytes.ts'
import { cleaned, HIDDEN, secretCleaner } from '../known-secrets.ts'
import { type Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { saveBlackBox } from './black-box.ts'

/** A conversation for other readers. Loaded on first use. */

/** Rows that are read and sent at once. */
const PAGE = 100

/** Each rejects with Refused, or with the storage’s error. */
export const SHARE_HANDLERS: HandlersOf<typeof SHARE_REQUESTS> = {
  'share-contents': async ({ sessionId }, { db }) => {
    const clean = await secretCleaner(db)
    return cleaned(clean, await contentsOf(db, sessionId, clean))
  },
  'share-rows': async ({ sessionId, from }, { db }) =>
    cleaned(await secretCleaner(db), await rowsFrom(db, sessionId, from)),
  'share-text': async ({ sha }, { db }) => {
    const bytes = await blobBytes(db, sha)
    return bytes === null ? null : textOf(bytes, await secretCleaner(db))
  },
  'black-box': (request, { db }) => saveBlackBox(db, request),
}

async function rowsFrom(db: Database, sessionId: string, from: number): Promise<Immutable<ShareRows>> {
  const page = await readRows(db, sessionId, from, from + PAGE)
  if (page === null) throw gone()
  const more = page.messages.length + page.damaged.length === PAGE
  return { rows: page.messages, next: more ? from + PAGE : null }
}

async function contentsOf(db: Database, sessionId: string, clean: (text: string) => string): Promise<ShareContents> {
  const [opened, files, wire] = await Promise.all([
    openView(db, sessionId, 1),
    readFiles(db, sessionId),
    countRecordedWire(db, sessionId),
  ])
  if (opened.type === 'missing' || files === null) throw gone()
  const { head, config } = opened.view
  const contents: ShareContents = {
    title: head.title || 'New session',
    createdAt: head.createdAt,
    model: config.model.model,
    ...{ count: 0, own: 0, answers: 0, thinking: 0, calls: 0, attached: 0, characters: 0, hidden: 0, damaged: 0 },
    wire,
    files: files.files.flatMap(({ path, size, mediaType, blob }) =>
      blob === null ? [] : [{ path, size, mediaType, blob }],
    ),
  }
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<typeof readRows>> = await readRows(db, sessionId, from, from + PAGE)
    if (page === null) throw gone()
    contents.damaged += page.damaged.length
    for (const row of page.messages) count(contents, row)
    const text = JSON.stringify(page.messages)
    contents.hidden += occurrences(clean(text)) - occurrences(text)
    from = page.messages.length + page.damaged.length === PAGE ? from + PAGE : null
  }
  return contents
}

function count(contents: ShareContents, row: Message): void {
  contents.count++
  if (row.role === 'user') contents.own++
  else {
    contents.answers++
    contents.calls += row.calls.length
  }
  for (const block of row.content) {
    const { type } = block
    if (type === 'text') contents.characters += block.text.length
    if (type === 'thinking') contents.thinking++
    if (type === 'code-run') contents.calls++
    if (type === 'image' || type === 'document') contents.attached++
  }
}

/** null: not text. */
function textOf(bytes: Uint8Array, clean: (text: string) => string): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : clean(text)
  } catch {
    return null
  }
}

const occurrences = (text: string): number => text.split(HIDDEN).length - 1
const gone = (): Refused => refused('session-gone')
