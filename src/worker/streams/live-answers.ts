import type { AnswerBlock } from '../../agent/content.ts'
import type { Spending } from '../../agent/input.ts'
import { type StreamPart, textLength, type Way } from '../../agent/stream-block.ts'
import { contentOf } from '../../agent/stream-content.ts'
import { partialContent } from '../../effects/answer-content.ts'
import type { AnswerReceiver, EarlierText } from '../../effects/ask-brain-ports.ts'
import type { LlmPart, RunHandle } from '../../llm/port.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { Published } from '../../protocol/published.ts'
import type { StoredStream } from '../../storage/gather-streams.ts'
import {
  type AnswerEntry,
  longestOf,
  makeEntry,
  nextEntry,
  receivedOf,
  startAnew,
  storedEntry,
} from './answer-entry.ts'
import { makeAsking } from './asking.ts'
import { makeTextSaver, type TextSaverPorts } from './save-text.ts'
import { addPart, newPart, takeParts } from './stream-blocks.ts'

/**
 * The text of running answers. It never enters the state: pages get it at most 15 times a second, which is as often as
 * they render it, and disk gets it as appends.
 */

/** Milliseconds. */
const FRAME = 16
const SHOWN_EVERY = 66

export type LiveAnswersPorts = TextSaverPorts & {
  sessionId: string
  /**
   * The stored text of this session’s answers, and the next free row number of each. Read once, when the machine
   * starts.
   */
  stored: readonly StoredStream[]
  publish: (message: Published) => void
  /** A run that continues at its provider although nobody will read it: its answer was given up while it waited. */
  abandoned: (cut: number, run: RunHandle) => void
}

export type LiveAnswers = {
  /** `background`: the provider continues the answer without us, so the name of its run is kept. */
  open: (cut: number, attempt: number, way: Way, background: boolean) => AnswerReceiver
  /** The result of earlier requests; null: nothing is known of this answer. */
  earlier: (cut: number) => EarlierText | null
  /** Whether nobody reads its run now, but somebody will again. */
  keepsRun: (cut: number) => boolean
  /** Text received so far by cut, for inputs that stop answers. */
  partials: () => Record<string, AnswerBlock[]>
  /** The same with images, whose bytes `keep` stores as blobs. Rejects when `keep` does. */
  wholePartials: (keep: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>) => Promise<Record<string, AnswerBlock[]>>
  /** Usage of running answers so far, by cut. */
  spent: () => Record<string, Spending>
  snapshots: () => StreamSnapshot[]
  /** Forgets answers that no longer stream. */
  keep: (cuts: ReadonlySet<number>) => void
}

export function makeLiveAnswers(ports: LiveAnswersPorts): LiveAnswers {
  const entries = new Map<number, AnswerEntry>()
  let frame: ReturnType<typeof setTimeout> | null = null
  let sentAt = Number.NEGATIVE_INFINITY
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
  const saver = makeTextSaver(entries, ports)
  const grown = (entry: AnswerEntry, part: StreamPart): void => {
    const fresh = newPart(entry.shown, part)
    if (fresh === 'other') startAnew(entry)
    else if (fresh === null) return
    else for (const parts of [entry.unsent, entry.unsaved]) addPart(parts, fresh)
    if (frame === null) frame = setTimeout(send, Math.max(FRAME, sentAt + SHOWN_EVERY - performance.now()))
    saver.soon()
  }
  const follow = (entry: AnswerEntry, { cursor, ...part }: LlmPart, background: boolean): void => {
    if (part.type === 'start' && background && part.responseId !== undefined) {
      if (entry.run?.responseId !== part.responseId) entry.run = { responseId: part.responseId, cursor: null }
      entry.runUnsaved = true
    }
    if (entry.run !== null && cursor !== undefined && cursor > (entry.run.cursor ?? -1))
      entry.run = { ...entry.run, cursor }
    // at once: a crash would lose the run if its name were not stored, however short its text
    if (entry.runUnsaved) saver.now()
  }

  return {
    open: (cut, attempt, way, background) => {
      const old = entries.get(cut)
      const entry = old === undefined ? makeEntry(cut, attempt, 1, 0) : nextEntry(old, attempt, way)
      entry.way = way
      entry.live = true
      entry.asking = makeAsking(entry)
      entries.set(cut, entry)
      return {
        buffer: entry.buffer,
        ...entry.asking,
        push: (part) => {
          follow(entry, part, background)
          entry.asking?.heard(part)
          // a resumed run repeats its text at once: that says nothing about its real speed
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
    keepsRun: (cut) => {
      const entry = entries.get(cut)
      return entry !== undefined && !entry.live && entry.run !== null
    },
    partials: () => Object.fromEntries([...entries.values()].map((entry) => [entry.cut, contentOf(longestOf(entry))])),
    wholePartials: async (keep) => {
      const whole: Record<string, AnswerBlock[]> = {}
      for (const entry of entries.values()) {
        const longest = () => contentOf(longestOf(entry))
        whole[entry.cut] = await partialContent({ buffer: entry.buffer, longest }, keep)
      }
      return whole
    },
    spent: () =>
      Object.fromEntries(
        [...entries.values()].flatMap(({ cut, live, asking }) => {
          const spent = live ? asking?.spent() : null
          return spent == null ? [] : [[cut, spent]]
        }),
      ),
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
        // a run with a reader is ended by its reader
        if (!live && run !== null) ports.abandoned(cut, run)
      }
    },
  }
}
