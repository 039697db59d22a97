import type { AnswerBlock } from '../../agent/content.ts'
import { type StreamPart, textLength, type Way } from '../../agent/stream-block.ts'
import type { AnswerReceiver, EarlierText } from '../../effects/ask-brain-ports.ts'
import type { LlmPart, RunHandle } from '../../llm/port.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { Published } from '../../protocol/published.ts'
import {
  type AnswerEntry,
  longestOf,
  makeEntry,
  nextEntry,
  receivedOf,
  type StoredText,
  startAnew,
  storedEntry,
} from './answer-entry.ts'
import { addPart, contentOf, newPart, putBack, takeParts } from './stream-blocks.ts'

/**
 * The text of answers under way. It never enters the state: it is shown to pages at most 20 times a second, which is as
 * often as they put it on the screen, and appended to disk at most every 250 ms, so a crash loses at most that much.
 */

/** Milliseconds. */
const FRAME = 16
const SHOWN_EVERY = 50
const SAVE = 250

/** One append: rows of one answer are numbered by `n`, over all its askings; `start` tells the askings apart. */
export type StreamAppend = {
  cut: number
  attempt: number
  start: number
  n: number
  parts: StreamPart[]
  /** The provider's own running response, and how far into it we are. */
  run: RunHandle | null
}

export type LiveAnswersPorts = {
  sessionId: string
  /** What disk holds of this session's answers, and the next free row number of each. Read once, when the machine starts. */
  stored: readonly StoredText[]
  append: (rows: StreamAppend) => Promise<void>
  publish: (message: Published) => void
  report: (error: unknown) => void
  /** A run that goes on at its provider and that nobody will listen to any more: its answer was given up while it waited. */
  abandoned: (cut: number, run: RunHandle) => void
  failpoint: (name: 'before-stream-append') => Promise<void>
}

export type LiveAnswers = {
  /** `background`: the provider goes on with the answer without us, so the name of its run is kept. */
  open: (cut: number, attempt: number, way: Way, background: boolean) => AnswerReceiver
  /** What earlier askings have left; null: nothing is known of this answer. */
  earlier: (cut: number) => EarlierText | null
  /** Text received so far by cut, for inputs that stop answers. */
  partials: () => Record<string, AnswerBlock[]>
  snapshots: () => StreamSnapshot[]
  /** Forgets answers that no longer stream. */
  keep: (cuts: ReadonlySet<number>) => void
}

export function makeLiveAnswers(ports: LiveAnswersPorts): LiveAnswers {
  const entries = new Map<number, AnswerEntry>()
  let frame: ReturnType<typeof setTimeout> | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  let saving: ReturnType<typeof setTimeout> | null = null
  let appending = false
  let saveAgain = false
  for (const stored of ports.stored) entries.set(stored.cut, storedEntry(stored))

  const send = (): void => {
    frame = null
    sentAt = performance.now()
    for (const entry of entries.values()) {
      if (entry.unsent.size === 0) continue
      const { cut, attempt, start, way } = entry
      const parts = takeParts(entry.unsent)
      ports.publish({ type: 'stream', sessionId: ports.sessionId, cut, attempt, start, way, parts })
    }
  }
  const save = async (): Promise<void> => {
    if (saving !== null) clearTimeout(saving)
    saving = null
    saveAgain = appending
    if (appending) return // one after the other: a later row must not be stored without an earlier one
    appending = true
    await appendAll().finally(() => {
      appending = false
    })
    if (saveAgain) await save()
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
  const grown = (entry: AnswerEntry, part: StreamPart): void => {
    const fresh = newPart(entry.shown, part)
    if (fresh === 'other') startAnew(entry)
    else if (fresh === null) return
    else for (const parts of [entry.unsent, entry.unsaved]) addPart(parts, fresh)
    if (frame === null) frame = setTimeout(send, Math.max(FRAME, sentAt + SHOWN_EVERY - performance.now()))
    if (saving === null) saving = setTimeout(() => void save(), SAVE)
  }
  const follow = (entry: AnswerEntry, { cursor, ...part }: LlmPart, background: boolean): void => {
    if (part.type === 'start' && background && part.responseId !== undefined) {
      if (entry.run?.responseId !== part.responseId) entry.run = { responseId: part.responseId, cursor: null }
      entry.runUnsaved = true
    }
    if (entry.run !== null && cursor !== undefined && cursor > (entry.run.cursor ?? -1))
      entry.run = { ...entry.run, cursor }
    // at once: without its name a run is lost to a crash, however little it has said
    if (entry.runUnsaved) void save()
  }

  return {
    open: (cut, attempt, way, background) => {
      const old = entries.get(cut)
      const entry = old === undefined ? makeEntry(cut, attempt, 1, 0) : nextEntry(old, attempt, way)
      entry.way = way
      entry.live = true
      entries.set(cut, entry)
      return {
        buffer: entry.buffer,
        push: (part) => {
          follow(entry, part, background)
          // what comes again comes at once: its pace says nothing of how long it took
          const added = entry.buffer.push(part, way === 're-attached' ? undefined : performance.now())
          if (added !== null) grown(entry, added)
        },
        longest: () => contentOf(longestOf(entry)),
        run: () => entry.run,
        end: (keepRun) => {
          entry.live = false
          if (!keepRun) entry.run = null
          send()
        },
      }
    },
    earlier: (cut) => {
      const entry = entries.get(cut)
      return entry === undefined
        ? null
        : { attempt: entry.attempt, content: contentOf(longestOf(entry)), run: entry.run }
    },
    partials: () => Object.fromEntries([...entries.values()].map((entry) => [entry.cut, contentOf(longestOf(entry))])),
    snapshots: () =>
      [...entries.values()].map((entry) => {
        const blocks = receivedOf(entry)
        const live = entry.live && blocks.length > 0
        const { cut, attempt, start, way, previous } = entry
        if (!live) return { cut, attempt, start, way, live, blocks: longestOf(entry) }
        const earlier = textLength(previous) > textLength(blocks) ? { earlier: previous } : {}
        return { cut, attempt, start, way, live, blocks, ...earlier }
      }),
    keep: (cuts) => {
      for (const [cut, { live, run }] of entries) {
        if (cuts.has(cut)) continue
        entries.delete(cut)
        // one that is listened to is ended by who listens
        if (!live && run !== null) ports.abandoned(cut, run)
      }
    },
  }
}
