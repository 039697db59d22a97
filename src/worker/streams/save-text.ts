import type { StreamPart } from '../../agent/stream-block.ts'
import type { RunHandle } from '../../llm/port.ts'
import type { AnswerEntry } from './answer-entry.ts'
import { putBack, takeParts } from './stream-blocks.ts'

/** Appends received text to disk at most every 250 ms: a crash loses at most that much. */

/** Milliseconds. */
const SAVE = 250

/** One append. `n` numbers the rows of an answer over all its requests; `start` tells the requests apart. */
export type StreamAppend = {
  cut: number
  attempt: number
  start: number
  n: number
  parts: StreamPart[]
  /** The provider’s own running response, and our position in it. */
  run: RunHandle | null
}

export type TextSaverPorts = {
  append: (rows: StreamAppend) => Promise<void>
  report: (error: unknown) => void
  failpoint: (name: 'before-stream-append') => Promise<void>
}

export type TextSaver = { now: () => void; soon: () => void }

export function makeTextSaver(entries: ReadonlyMap<number, AnswerEntry>, ports: TextSaverPorts): TextSaver {
  let timer: ReturnType<typeof setTimeout> | null = null
  let appending = false
  let again = false

  const save = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    again = appending
    if (appending) return // one after the other: a later row must not be stored without an earlier one
    appending = true
    await appendAll().finally(() => {
      appending = false
    })
    if (again) await save()
  }
  const appendAll = async (): Promise<void> => {
    for (const entry of entries.values()) {
      if (entry.unsaved.size === 0 && !entry.runUnsaved) continue
      const { cut, attempt, start, run, runUnsaved } = entry
      entry.runUnsaved = false
      const rows = { cut, attempt, start, n: entry.n++, parts: takeParts(entry.unsaved), run }
      try {
        await ports.failpoint('before-stream-append')
        await ports.append(rows)
      } catch (error) {
        ports.report(error) // the text is still in memory and goes with the next append; only a crash now would lose it
        if (entry.start !== start) continue
        putBack(entry.unsaved, rows.parts)
        entry.runUnsaved ||= runUnsaved
      }
    }
  }
  return {
    now: () => void save(),
    soon: () => {
      timer ??= setTimeout(() => void save(), SAVE)
    },
  }
}
