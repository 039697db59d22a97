import type { FileChange } from '../agent/content.ts'
import type { Delta } from '../agent/delta-schema.ts'
import type { Input } from '../agent/input.ts'
import { AGENT_VERSION } from '../agent/version.ts'
import { blobsNamedBy } from './archive/blob-names.ts'
import { failpoint, failpointNow } from './failpoint.ts'
import { classifyFault, DamagedRecord } from './fault.ts'
import { writePlaces } from './places.ts'
import { writeProjectFiles } from './projects/write-project-files.ts'
import type { Database, StoreName, SyncRow } from './schema.ts'
import { wholeAnswer } from './session-range.ts'
import { type Refusal, type WriterAccess, writerTransaction } from './writer-transaction.ts'

export type CommitBatch = {
  epoch: number
  sessionId: string
  /** The inputs that applied, in order, stamped. Refused inputs are not journaled. */
  inputs: readonly Input[]
  /** diff(previous, next); for a first commit: everything, against nothing. */
  delta: Delta
  /** The `head.seq` that this batch builds on; null: the batch creates the session. */
  previousSeq: number | null
  /** The batch contains a `toolkit-start` of a `once` tool. */
  strict: boolean
  /** Answers that ended with this batch: their streams are deleted. */
  endedStreams: readonly { cut: number }[]
  /**
   * Changes of the files of projects. Their sender holds the lock of the project and has compared each `from`. `at`:
   * wall time, ms.
   */
  projectFiles?: readonly { project: string; files: readonly FileChange[]; at: number }[] | undefined
  /** Positions in the logs of devices that change with it: rows to put, and sessions that lose theirs. */
  places?: { put: readonly SyncRow[]; remove: readonly string[] }
}
/** `conflict`: the stored session is not the one that the batch builds on (`storedSeq`); restore it again. */
export type CommitOutcome = { type: 'committed' } | { type: 'conflict'; storedSeq: number | null } | Refusal

/**
 * Writes journal rows, head and changed rows in one transaction, all or nothing. The size of the write depends on the
 * batch alone, never on the length of the session. The first commit of a session also writes its first snapshot. Blobs
 * that the inputs name lose their pending mark. Never rejects.
 */
export async function commitBatch(db: Database, batch: CommitBatch): Promise<CommitOutcome> {
  if (!__FAILPOINTS__) return writeBatch(db, batch)
  try {
    await failpoint('before-commit')
    const outcome = await writeBatch(db, batch)
    await failpoint('after-commit')
    return outcome
  } catch (error) {
    return { type: 'fault', fault: classifyFault(error), error }
  }
}

async function writeBatch(db: Database, batch: CommitBatch): Promise<CommitOutcome> {
  const scope = {
    epoch: batch.epoch,
    sessionId: batch.sessionId,
    stores: storesOf(batch),
    strict: batch.strict,
    creates: batch.previousSeq === null,
  }
  const check = ({ head, undo }: WriterAccess): CommitOutcome => {
    const storedSeq = seqOf(head)
    if (!isWritten(head, batch) && storedSeq === batch.previousSeq) return { type: 'committed' }
    undo()
    return isWritten(head, batch) ? { type: 'committed' } : { type: 'conflict', storedSeq }
  }
  const outcome = await writerTransaction(db, scope, check, {
    writes: (store) => {
      writeDelta(store, batch)
      if (__FAILPOINTS__) failpointNow('inside-commit')
      writeJournal(store, batch)
      for (const { project, files, at } of batch.projectFiles ?? []) writeProjectFiles(store, project, files, at)
      if (batch.places !== undefined) writePlaces(store, batch.places)
    },
  })
  return outcome.type === 'written' ? outcome.value : outcome
}

/** The stores that this batch changes. */
function storesOf({ inputs, delta, previousSeq, endedStreams, places, projectFiles }: CommitBatch): StoreName[] {
  const used: Partial<Record<StoreName, boolean>> = {
    journal: true,
    configs: delta.config !== undefined,
    summaries: delta.summary !== undefined,
    plans: delta.plan !== undefined,
    queue: delta.queue !== undefined,
    messages: delta.messages !== undefined,
    files: delta.files !== undefined,
    snapshots: previousSeq === null,
    streams: endedStreams.length > 0,
    'project-files': projectFiles !== undefined,
    'pending-blobs': projectFiles !== undefined || blobsNamedBy(inputs).length > 0,
    'blob-names': projectFiles !== undefined || blobsNamedBy(inputs).length > 0,
    sync: places !== undefined,
  }
  return (Object.keys(used) as StoreName[]).filter((name) => used[name])
}

/**
 * A commit may have happened although its writer was told that it failed. Stamps are never used twice within an epoch.
 */
function isWritten(head: unknown, { epoch, delta }: CommitBatch): boolean {
  const stored = head as { seq?: unknown; epoch?: unknown } | undefined
  return stored !== undefined && stored.epoch === epoch && stored.seq === delta.head?.seq
}

function seqOf(head: unknown): number | null {
  if (head === undefined) return null
  // only this field is read at every commit: the whole head was parsed when the session was restored
  const { seq } = head as { seq?: unknown }
  if (!Number.isSafeInteger(seq)) throw new DamagedRecord('the head of this session')
  return seq as number
}

function writeDelta(
  store: WriterAccess['store'],
  { delta, epoch, sessionId, previousSeq, endedStreams }: CommitBatch,
): void {
  const owner = { sessionId, epoch }
  if (delta.head === undefined || (previousSeq === null && delta.config === undefined))
    throw new TypeError('A commit without a head, or a first one without a configuration')
  store('sessions').put({ ...delta.head, ...owner })
  if (delta.config !== undefined) store('configs').put({ ...owner, config: delta.config })
  if (delta.summary) store('summaries').put({ ...owner, summary: delta.summary })
  if (delta.summary === null) store('summaries').delete(sessionId)
  if (delta.plan) store('plans').put({ ...owner, plan: delta.plan })
  if (delta.plan === null) store('plans').delete(sessionId)
  for (const id of delta.queue?.drop ?? []) store('queue').delete([sessionId, id])
  for (const row of delta.queue?.put ?? []) store('queue').put({ ...row, ...owner })
  for (const row of delta.messages ?? []) store('messages').put({ ...row, ...owner })
  for (const row of delta.files ?? []) store('files').put({ ...row, ...owner })
  for (const { cut } of endedStreams) store('streams').delete(wholeAnswer(sessionId, cut))
}

function writeJournal(
  store: WriterAccess['store'],
  { inputs, delta, epoch, sessionId, previousSeq }: CommitBatch,
): void {
  const owner = { sessionId, epoch, agentVersion: AGENT_VERSION }
  // `add`: a row of the journal is never replaced
  for (const input of inputs) store('journal').add({ ...owner, seq: input.seq, timestamp: input.timestamp, input })
  if (previousSeq === null) store('snapshots').add({ ...owner, seq: delta.head?.seq, page: 0, last: true, part: delta })
  for (const sha of blobsNamedBy(inputs)) {
    store('blob-names').put({ sessionId, sha, epoch })
    store('pending-blobs').delete(sha)
  }
}
