import * as z from 'zod/mini'
import { LiveAnswer } from '../agent/head.ts'
import type { StreamBlock } from '../agent/stream-block.ts'
import { failpoint } from './failpoint.ts'
import { gatherStreams, type StoredStream } from './gather-streams.ts'
import type { Database } from './schema.ts'
import { wholeSession } from './session-range.ts'
import { type Refusal, writerTransaction } from './writer-transaction.ts'

/**
 * Text of running answers: written beside the state, so that a crash loses at most the interval since the last append.
 */

export type StreamAppend = {
  epoch: number
  sessionId: string
  cut: number
  attempt: number
  /** Position of this append within the attempt: grows over all its starts (see `nextN`). */
  n: number
  /** Which request of the attempt this is (the answer's `starts`). */
  start: number
  /** New text since the append before. */
  parts: readonly StreamBlock[]
  responseId?: string
  cursor?: number
}
/** `late`: the answer no longer streams in that attempt; drop the text. */
export type AppendOutcome = { type: 'appended' } | { type: 'late' } | Refusal

/**
 * Appends new text. Refused as `late` unless the head, read in the same transaction, says that this attempt streams.
 * Never rejects.
 */
export async function appendStream(db: Database, append: StreamAppend): Promise<AppendOutcome> {
  if (__FAILPOINTS__) await failpoint('before-stream-append')
  const { epoch, sessionId } = append
  const outcome = await writerTransaction(
    db,
    { epoch, sessionId, stores: ['streams'] },
    ({ store, head }): AppendOutcome => {
      if (!isStreaming(head, append)) return { type: 'late' }
      // `add`: text that is stored is never replaced
      store('streams').add(append)
      return { type: 'appended' }
    },
  )
  if (__FAILPOINTS__) await failpoint('after-stream-append')
  return outcome.type === 'written' ? outcome.value : outcome
}

const LiveAnswers = z.array(LiveAnswer)

function isStreaming(head: unknown, { cut, attempt }: StreamAppend): boolean {
  const live = LiveAnswers.safeParse((head as { live?: unknown }).live)
  const isIt = (answer: LiveAnswer): boolean =>
    answer.cut === cut && answer.attempt === attempt && answer.status === 'streaming'
  return live.success && live.data.some(isIt)
}

/** The stored text of every running answer, by cut. Rejects with a DOMException. */
export async function readStreams(db: Database, sessionId: string): Promise<StoredStream[]> {
  return gatherStreams(await db.getAll('streams', wholeSession(sessionId)))
}
