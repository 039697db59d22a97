import type { Head } from '../../agent/head.ts'
import { transition } from '../../agent/transition.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { Line } from '../archive/export-format.ts'
import { openStage } from '../archive/import-stage.ts'
import { putBlob } from '../blobs.ts'
import { DamagedRecord } from '../fault.ts'
import { foldJournal } from '../fold.ts'
import { purgeSession } from '../purge.ts'
import type { Database, JournalRow, SnapshotRow } from '../schema.ts'
import { readCopy } from './copy-format.ts'

/** Rows in one transaction. */
const PAGE = 200

/**
 * Stores a session that the database has lost from its copy, under its own id, with its journal as far as it was copied.
 * Unlike an import it arrives as it was: what ran, runs. A crash leaves nothing or the whole session. `now`: wall time,
 * ms. Rejects with DamagedRecord if the copy is none of this version, with TakenOver or a DOMException.
 */
export async function restoreCopy(
  db: Database,
  { epoch, sessionId, now }: { epoch: number; sessionId: string; now: number },
  copy: Uint8Array<ArrayBuffer>,
): Promise<Head> {
  const journal: JournalRow[] = []
  const snapshots: SnapshotRow[] = []
  const blobs: { sha: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  for (const part of readCopy(copy).parts) {
    if (part.type === 'blob') {
      blobs.push(part)
      continue
    }
    const { data: line } = Line.safeParse(part.line)
    if (line?.type === 'snapshot') snapshots.push(line.row)
    if (line?.type === 'journal') journal.push(line.row)
  }
  const stage = await openStage(db, epoch, sessionId)
  try {
    for (const page of pagesOf(journal)) await stage.add('journal', page)
    for (const page of pagesOf(snapshots)) await stage.add('snapshots', page)
    const folded = await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)
    if (folded.type !== 'folded') throw new DamagedRecord('the copy of this session')
    const { head, config, summary, plan, queue, messages, files } = folded.state
    for (const page of pagesOf(messages)) await stage.add('messages', page)
    for (const page of pagesOf(files)) await stage.add('files', page)
    const whole: string[] = []
    // a view would be stored with all the bytes around it
    for (const { sha, bytes } of blobs) if ((await putBlob(db, bytes.slice(), now)) === sha) whole.push(sha)
    for (const page of pagesOf(whole)) await stage.nameBlobs(page)
    await stage.show({ head, config, summary, plan, queue })
    return head
  } catch (error) {
    // if this fails too, the rows stay marked, and the next writer removes them
    await purgeSession(db, { epoch, sessionId, now }).catch(() => {})
    throw error
  }
}

function* pagesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
