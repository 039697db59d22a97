import type { Database, JournalRow } from '../../../storage/schema.ts'
import { Row } from '../../../sync/segment.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'

/**
 * The way to one session's log. `sentBlobs`: blobs that this worker knows to be stored beside it.
 * `awaited`: an act waits for the log to have the journal up to this seq.
 */
export type LogWire = {
  db: Database
  storage: SharedStorage
  sessionId: string
  signal: AbortSignal
  sentBlobs: Set<string>
  awaited: number
}

/** null: nothing is there. Rejects with SealBroken, and as the storage does. */
export async function openSegment(
  { storage, signal }: Pick<LogWire, 'storage' | 'signal'>,
  log: string,
  slot: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const place = { kind: 'segment', log, slot } as const
  const sealed = await storage.store.get(await storage.vault.keyOf(place), signal)
  return sealed === null ? null : storage.vault.open(place, sealed)
}

/** A row as the log says it; parsed, so that equal rows are equal to the letter. */
export const asTold = ({ seq, timestamp, agentVersion, input }: JournalRow, log: string): Row => {
  const told = input.type === 'session-create' ? { ...input, sessionId: log } : input
  return Row.parse({ seq, timestamp, agentVersion, input: told })
}
