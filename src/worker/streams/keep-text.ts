import type { Database } from '../../storage/schema.ts'
import { type AppendOutcome, appendStream } from '../../storage/streams.ts'
import type { StreamAppend } from './save-text.ts'

/**
 * Writes received text beside the state. If a write comes too late nothing is lost: the answer has ended, and its
 * commit holds the text.
 */
export const keepText = (
  db: Database,
  epoch: number,
  sessionId: string,
  { parts, run, ...rows }: StreamAppend,
): Promise<AppendOutcome> =>
  appendStream(db, {
    epoch,
    sessionId,
    ...rows,
    parts: parts.map(({ offset: _, ...part }) => part),
    ...(run && { responseId: run.responseId }),
    ...(run?.cursor != null && { cursor: run.cursor }),
  })
