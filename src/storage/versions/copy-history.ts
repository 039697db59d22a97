import type { Delta } from '../../agent/delta-schema.ts'
import type { Input } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { blobsNamedBy } from '../archive/blob-names.ts'
import type { Stage } from '../archive/import-stage.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database, JournalRow } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { snapshotParts } from '../snapshot.ts'
import type { Point } from './point.ts'
import { completeSnapshots } from './state-at.ts'

/** The source of a copy, its point, and the id of the copy. */
type Copy = { from: string; sessionId: string; point: Point }

/** Rows per transaction. */
const PAGE = 200

/**
 * Copies the journal up to the point (as read for the fold) and the copy's own inputs, the snapshots it is folded from,
 * and the names of its blobs.
 */
export async function copyHistory(
  db: Database,
  stage: Stage,
  copy: Copy,
  { state: then, rows }: { state: State; rows: readonly JournalRow[] },
  own: readonly Input[],
): Promise<void> {
  const { from, sessionId } = copy
  const named = new Set<string>([...blobsIn(rows), ...blobsNamedBy(own)])
  const written = own.map((input) => ({ agentVersion: AGENT_VERSION, input }))
  for (const page of pagesOf<Pick<JournalRow, 'agentVersion' | 'input'>>([...rows, ...written]))
    await stage.add(
      'journal',
      page.map(({ agentVersion, input }) => ({
        ...{ seq: input.seq, timestamp: input.timestamp, agentVersion },
        input: input.type === 'session-create' ? { ...input, sessionId } : input,
      })),
    )
  await copySnapshots(db, stage, copy, then)
  const present = (await db.getAllKeys('blob-names', wholeSession(from))).map((key) => String(key[1]))
  for (const page of pagesOf(present.filter((sha) => named.has(sha)))) await stage.nameBlobs(page)
}

/** Throws DamagedRecord. */
function blobsIn(rows: readonly JournalRow[]): string[] {
  try {
    return blobsNamedBy(rows.map(({ input }) => input))
  } catch (error) {
    throw new DamagedRecord('an entry of the journal', error)
  }
}

/** If this agent version had written no snapshot by then, the whole state becomes the first. */
async function copySnapshots(db: Database, stage: Stage, { from, sessionId, point }: Copy, then: State): Promise<void> {
  let copied = false
  for await (const pages of completeSnapshots(db, from, point.seq)) {
    copied = true
    await stage.add(
      'snapshots',
      pages.map((row) => ({ ...row, part: ownPart(row.part, sessionId) })),
    )
  }
  if (copied) return
  const parts = snapshotParts(then)
  for (const [page, part] of parts.entries())
    await stage.add('snapshots', [
      ...[{ seq: then.head.seq, page, last: page === parts.length - 1, agentVersion: AGENT_VERSION }].map((row) => ({
        ...row,
        part: ownPart(part, sessionId),
      })),
    ])
}

const ownPart = (part: Delta, sessionId: string): Delta =>
  part.head === undefined ? part : { ...part, head: { ...part.head, sessionId } }

/** The resulting rows. */
export async function putRows(stage: Stage, { messages, files }: State): Promise<void> {
  for (const page of pagesOf(messages)) await stage.add('messages', page)
  for (const page of pagesOf(files)) await stage.add('files', page)
}

function* pagesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
