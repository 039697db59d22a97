import { effectsAt } from '../../agent/effects-at.ts'
import type { Head } from '../../agent/head.ts'
import type { Input } from '../../agent/input.ts'
import { transition } from '../../agent/transition.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { openStage } from '../archive/import-stage.ts'
import { putBlob } from '../blobs.ts'
import { DamagedRecord } from '../fault.ts'
import { foldJournal } from '../fold.ts'
import { parseHead } from '../parse-rows.ts'
import { purgeSession } from '../purge.ts'
import type { Database } from '../schema.ts'
import { rowsInCopy } from './rows-in-copy.ts'

/** Rows in one transaction. */
const PAGE = 200

/**
 * Restores a lost session from its copy, under its own id, with its journal as far as it was copied. A run is stopped:
 * the copy may lack its last moments, and their acts must not be done again unasked. A crash leaves nothing or the
 * whole session. null: a helper, whose work its parent session hands out again by itself. `now`: wall time, ms. Rejects
 * with DamagedRecord if this version cannot fold the copy, with TakenOver or a DOMException.
 */
export async function restoreCopy(
  db: Database,
  { epoch, sessionId, now }: { epoch: number; sessionId: string; now: number },
  copy: Uint8Array<ArrayBuffer>,
): Promise<Head | null> {
  const { snapshots, journal, blobs } = await rowsInCopy(copy)
  if (snapshots.length === 0) throw new DamagedRecord('the copy of this session')
  const [first] = journal
  const helped = first?.input.type === 'session-create' ? first.input.helps?.parent.session : undefined
  if (helped !== undefined && (await isAtWork(db, helped))) return null
  const stage = await openStage(db, epoch, sessionId)
  try {
    for (const page of pagesOf(journal)) await stage.add('journal', page)
    for (const page of pagesOf(snapshots)) await stage.add('snapshots', page)
    const folded = await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)
    if (folded.type !== 'folded') throw new DamagedRecord('the copy of this session')
    let { state } = folded
    if (Object.keys(effectsAt(state)).length > 0) {
      const input: Input = { type: 'user-abort', partials: {}, seq: state.head.seq + 1, timestamp: now }
      state = transition(input)(state)
      await stage.add('journal', [{ seq: input.seq, timestamp: now, agentVersion: AGENT_VERSION, input }])
    }
    const { head, config, summary, plan, queue, messages, files } = state
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

async function isAtWork(db: Database, sessionId: string): Promise<boolean> {
  const head = await db.get('sessions', sessionId)
  return head !== undefined && Object.keys(effectsAt({ head: parseHead(head) })).length > 0
}

function* pagesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
