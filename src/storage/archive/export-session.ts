import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { Background } from '../../agent/config.ts'
import { Sha } from '../../agent/content.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { missingBlobs } from '../blobs.ts'
import { readPages, type StoredRow } from '../read-pages.ts'
import { type Database, KEPT_PAGE, type StoreName } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { blobsNamedBy } from './blob-names.ts'
import { Line, type WrittenLine } from './export-format.ts'
import type { NotKept } from './not-kept.ts'

// zod/mini has no messages, and here a person reads the problem of a damaged row
z.config(en())

/** Blobs and problems in one session's lines. `blobs`: without those that were left out. */
export type SessionExport = { blobs: ReadonlySet<string>; notes: string[] }

const STATE: readonly { store: StoreName; type: Line['type'] }[] = [
  { store: 'sessions', type: 'head' },
  { store: 'configs', type: 'config' },
  { store: 'summaries', type: 'summary' },
  { store: 'plans', type: 'plan' },
  { store: 'queue', type: 'queue' },
  { store: 'messages', type: 'message' },
  { store: 'files', type: 'file' },
  { store: 'streams', type: 'stream' },
]
/** One row of each per session. */
const SINGLE: ReadonlySet<StoreName> = new Set<StoreName>(['sessions', 'configs', 'summaries', 'plans'])
/** Lines that may hold a configuration. */
const CONFIGURED: readonly Line['type'][] = ['snapshot', 'journal', 'config']
/** The person's note about themselves for all sessions is not for the receiver of this one. No fold depends on it. */
export const withoutBackground = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === 'background' && Background.safeParse(inner).success ? undefined : inner,
    ),
  )
/** The part of the head that cuts the journal. With a damaged head, the whole journal is exported. */
const Cut = z.object({
  seq: z.int(),
  agentVersion: z.int(),
  origin: z.optional(z.object({ session: z.string() })),
})
const ALL: z.infer<typeof Cut> = { seq: Number.MAX_SAFE_INTEGER, agentVersion: AGENT_VERSION }

/** A cache that the receiver rebuilds. */
const isKept = ({ key }: StoredRow): boolean => (key as unknown[])[2] === KEPT_PAGE

/**
 * Writes one session as lines: snapshots, the journal up to the head, then the rows of the state. The journal is
 * append-only, so it matches the head that is read first, whatever is committed meanwhile; the line `end` says whether
 * the rows match, too. A damaged row is written as it is, with a note, and stops nothing. `leftOut`: bytes that are not
 * in the archive, as the lines say. null: there is no such session, not even a row. Rejects with a DOMException.
 */
export async function exportSession(
  db: Database,
  sessionId: string,
  write: (line: WrittenLine) => Promise<void>,
  notKept?: NotKept,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<SessionExport | null> {
  const head: unknown = await db.get('sessions', sessionId).catch(() => null)
  const cut = Cut.safeParse(head)
  if (head === undefined && (await db.getKey('journal', wholeSession(sessionId) as never)) === undefined) return null
  const blobs = new Set<string>()
  const notes: string[] = []
  let lines = 0
  const put = async (line: WrittenLine): Promise<void> => {
    lines++
    await write(line)
  }
  const putRow = async (store: StoreName, type: Line['type'], { key, value, unreadable }: StoredRow): Promise<void> => {
    const parsed = unreadable === undefined ? Line.safeParse({ type, row: value }) : null
    if (parsed?.success === true) {
      if (parsed.data.type === 'journal') for (const sha of blobsNamedBy([parsed.data.row.input])) blobs.add(sha)
      return put({ type, row: CONFIGURED.includes(type) ? withoutBackground(value) : value })
    }
    const note = unreadable ?? parsed?.error.issues[0]?.message ?? 'It is invalid.'
    notes.push(`Session ${sessionId}: ${store} ${JSON.stringify(key)} is damaged (${note}).`)
    await put({ type: 'damaged', store, key, note, row: value })
  }

  const { seq, agentVersion, origin } = cut.success ? cut.data : ALL
  await put({ type: 'session', sessionId, agentVersion, seq, ...(origin && { of: origin.session }) })
  for (const { store, type, range } of [
    { store: 'snapshots', type: 'snapshot', range: IDBKeyRange.bound([sessionId], [sessionId, seq, []]) },
    { store: 'journal', type: 'journal', range: IDBKeyRange.bound([sessionId], [sessionId, seq]) },
  ] as const)
    for await (const page of readPages(db, store, range))
      for (const row of page) if (store !== 'snapshots' || !isKept(row)) await putRow(store, type, row)
  for (const { store, type } of STATE) {
    const single = SINGLE.has(store)
    // the head that was read first: the journal ends with it
    if (store === 'sessions' && cut.success) await putRow(store, type, { key: sessionId, value: head })
    else
      for await (const page of readPages(db, store, single ? IDBKeyRange.only(sessionId) : wholeSession(sessionId)))
        for (const row of page) await putRow(store, type, row)
  }
  for await (const page of readPages(db, 'blob-names', wholeSession(sessionId)))
    for (const { key } of page) {
      const sha = Sha.safeParse((key as unknown[])[1])
      if (sha.success) blobs.add(sha.data)
    }
  for (const sha of leftOut) {
    if (!blobs.delete(sha)) continue
    notes.push(`Session ${sessionId}: data ${sha} was left out, there was no room for it.`)
    await put({ type: 'missing-blob', sha })
  }
  for (const sha of await missingBlobs(db, [...blobs])) {
    if (notKept?.has(sha)) continue
    notes.push(`Session ${sessionId}: data ${sha} is missing.`)
    await put({ type: 'missing-blob', sha })
  }
  const after = Cut.safeParse(await db.get('sessions', sessionId).catch(() => null))
  await write({ type: 'end', lines, consistent: cut.success && after.success && after.data.seq === seq })
  return { blobs, notes }
}
