import type { StreamBlock, StreamPart, Way } from '../../agent/stream-block.ts'
import { makeAnswerBuffer } from '../../effects/answer-buffer.ts'
import type { RunHandle } from '../../llm/port.ts'
import type { StoredStream } from '../../storage/gather-streams.ts'
import type { Asking } from './asking.ts'
import { addPart, longer, mergeBlocks } from './stream-blocks.ts'

/**
 * A running answer over all its requests: the received text, how much of it pages and disk have, and how the next
 * request continues.
 */

export type AnswerEntry = {
  cut: number
  attempt: number
  start: number
  n: number
  way: Way
  run: RunHandle | null
  runUnsaved: boolean
  /** The longest text of earlier requests. */
  previous: StreamBlock[]
  /** Text of this response that pages and disk already have: a resumed run is sent again from its beginning. */
  shown: StreamBlock[]
  buffer: ReturnType<typeof makeAnswerBuffer>
  live: boolean
  /** What the running request has received; null: none has started here. */
  asking: Asking | null
  unsent: Map<number, StreamPart>
  unsaved: Map<number, StreamPart>
}

export const makeEntry = (cut: number, attempt: number, start: number, n: number): AnswerEntry => ({
  cut,
  attempt,
  start,
  n,
  way: 'asked',
  run: null,
  runUnsaved: false,
  previous: [],
  shown: [],
  buffer: makeAnswerBuffer(),
  live: false,
  asking: null,
  unsent: new Map(),
  unsaved: new Map(),
})

/**
 * Only the text of a first request certainly belongs to the stored run: of later requests disk keeps the longest text,
 * from any of them.
 */
export const storedEntry = ({ cut, attempt, start, blocks, nextN, responseId, cursor }: StoredStream): AnswerEntry => ({
  ...makeEntry(cut, attempt, start, nextN),
  previous: blocks,
  shown: responseId !== null && start === 1 ? blocks : [],
  run: responseId === null ? null : { responseId, cursor },
})

/**
 * The next request of an answer. A request that resumes the run of the same attempt keeps its `start`, so that nothing
 * is shown twice.
 */
export function nextEntry(old: AnswerEntry, attempt: number, way: Way): AnswerEntry {
  const { cut, n, run } = old
  const shown = receivedOf(old)
  const goesOn = way === 're-attached' && attempt === old.attempt && shown.length > 0
  const entry = { ...makeEntry(cut, attempt, old.start + 1, n), previous: longestOf(old) }
  if (way === 're-attached') entry.run = run
  return goesOn ? { ...entry, start: old.start, shown, unsent: old.unsent, unsaved: old.unsaved } : entry
}

/** The text differs from what was shown: all of it is shown again, as the text of another request. */
export function startAnew(entry: AnswerEntry): void {
  entry.start++
  entry.previous = longestOf(entry)
  entry.shown = []
  for (const parts of [entry.unsent, entry.unsaved]) {
    parts.clear()
    for (const block of entry.buffer.blocks()) addPart(parts, { ...block, offset: 0 })
  }
}

export const receivedOf = (entry: AnswerEntry): StreamBlock[] => mergeBlocks(entry.shown, entry.buffer.blocks())
/** A shorter response does not replace the longer text of an earlier request. */
export const longestOf = (entry: AnswerEntry): StreamBlock[] => longer(entry.previous, receivedOf(entry))
