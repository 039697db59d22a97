import { type StreamBlock, textLength } from '../agent/stream-block.ts'
import { StreamRow } from './schema.ts'

/**
 * The stored text of a running answer. `attempt` and `start` name its latest request. `blocks` is the longest text that
 * any request has received. `responseId` and `cursor` are the latest request's handle on the provider's own running
 * response.
 */
export type StoredStream = {
  cut: number
  attempt: number
  start: number
  blocks: StreamBlock[]
  /** The next free `n` of the latest attempt. */
  nextN: number
  responseId: string | null
  cursor: number | null
}

/**
 * Joins rows of `streams`, in the order of their keys, by answer. A damaged append ends the text of its attempt there:
 * half a text is better than none, and it is shown as interrupted anyway.
 */
export function gatherStreams(rows: readonly unknown[]): StoredStream[] {
  const answers = new Map<number, StoredStream>()
  let asking: StoredStream | undefined
  let brokenAttempt = ''
  for (const raw of rows) {
    // a row of the store has its keys, whatever else it has lost
    const { cut, attempt, n } = raw as StreamRow
    const parsed = StreamRow.safeParse(raw)
    const start = parsed.success ? parsed.data.start : (asking?.start ?? 0)
    if (asking?.cut !== cut || asking.attempt !== attempt || asking.start !== start) {
      asking = { cut, attempt, start, blocks: [], nextN: 0, responseId: null, cursor: null }
    }
    asking.nextN = n + 1
    if (!parsed.success) brokenAttempt = `${cut}.${attempt}`
    else if (brokenAttempt !== `${cut}.${attempt}`) addTo(asking, parsed.data)
    answers.set(cut, latestWithLongest(answers.get(cut), asking))
  }
  return [...answers.values()]
}

function addTo(asking: StoredStream, row: StreamRow): void {
  for (const part of row.parts) {
    const block = asking.blocks.find(({ index }) => index === part.index)
    if (block === undefined) asking.blocks.push({ ...part })
    else block.text += part.text
  }
  asking.responseId = row.responseId ?? asking.responseId
  asking.cursor = row.cursor ?? asking.cursor
}

/** Rows come in the order of attempt and n, so `latest` is the latest request so far. */
function latestWithLongest(before: StoredStream | undefined, latest: StoredStream): StoredStream {
  const keepsText = before !== undefined && textLength(before.blocks) > textLength(latest.blocks)
  return keepsText ? { ...latest, blocks: before.blocks } : latest
}
