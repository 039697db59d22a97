import { batch } from 'solid-js'
import { reconcile, type SetStoreFunction, unwrap } from 'solid-js/store'
import type { Message } from '../../../agent/message.ts'
import type { StreamSnapshot } from '../../../protocol/common.ts'
import type { FromWorker } from '../../../protocol/from-worker.ts'
import type { Results } from '../../../protocol/requests.ts'
import { makeOpenEdits, shownFiles } from './open-edits.ts'
import { applyParts, emptyStream, type StreamMessage } from './stream-view.ts'
import { type OpenSession, openingSession, type UiState } from './ui-state.ts'
import { familyLines } from './variants.ts'

/** Changes of the open session. Messages about other sessions change nothing. */
export type OpenStore = {
  /** Shows session `id` as loading; a variant of the shown session stays visible until it is loaded. null closes. */
  opening: (id: string | null) => void
  /** The session that is shown or being loaded; null: none. */
  wanted: () => string | null
  /** False: a newer delta arrived meanwhile, so ask again. A result that is older than what is shown is dropped. */
  opened: (id: string, result: Results['open-session']) => boolean
  openFailed: (id: string, problem: string) => void
  /**
   * Rows that are held already stay, because deltas keep them up to date. False: the result is older than what is
   * shown, so ask again.
   */
  rowsLoaded: (id: string, result: Results['rows']) => boolean
  /** Lets go of rows that are far from the end and from `near`: rows that the person sees. */
  letGo: (near: readonly number[]) => void
  /** False: a delta reported newer files meanwhile, so ask again. */
  filesLoaded: (id: string, result: Results['files']) => boolean
  streamsLoaded: (id: string, streams: StreamSnapshot[]) => void
  /** False: a delta in between is missing, so ask for the session again. A known delta changes nothing. */
  delta: (message: Extract<FromWorker, { type: 'delta' }>) => boolean
  /** False: text is missing in between, ask for the streams. */
  streams: (messages: StreamMessage[]) => boolean
  progress: (message: Extract<FromWorker, { type: 'progress' }>) => void
  activity: (message: Extract<FromWorker, { type: 'activity' }>) => void
}

/** Rows so near to the view or to the end stay when others are let go of. */
const NEAR = 100

/** The half of the store that is about the open session. */
export function makeOpenStore(state: UiState, setState: SetStoreFunction<UiState>): OpenStore {
  const isOpen = (id: string): boolean => state.open?.id === id
  /** The newest seq that any delta of the open session spoke of, also of those that could not be applied. */
  let heard = 0
  /** The seq of the last read of the open session, and of the newest change that may concern its files. */
  let readAt = 0
  let filesAt = 0
  /** A variant of the open session, which stays shown until this one has been read. `heard`: as above, of this one. */
  let awaited: { id: string; heard: number } | null = null
  const { change, putRows, applyDelta } = makeOpenEdits(state, setState)
  const begin = (id: string): void => {
    awaited = null
    heard = readAt = filesAt = 0
    setState('open', openingSession(id))
  }
  const isVariantOfOpen = (id: string): boolean =>
    state.open?.phase === 'ready' && familyLines(state.sessions ?? [], id).some((line) => isOpen(line.id))

  return {
    opening: (id) => {
      awaited = null
      if (id === null) setState('open', null)
      else if (isVariantOfOpen(id)) awaited = isOpen(id) ? null : { id, heard: 0 }
      else if (!isOpen(id) || state.open?.phase !== 'ready') begin(id)
    },
    wanted: () => awaited?.id ?? state.open?.id ?? null,
    opened: (id, result) => {
      if (awaited?.id === id && result === null) begin(id)
      const turns = awaited?.id === id ? awaited : null
      if (!isOpen(id) && turns === null) return true
      if (result === null) {
        setState('open', 'phase', 'missing')
        return true
      }
      const { head, config, plan = null, queue, messages } = result.view
      if (turns === null && head.seq < (state.open?.view?.head.seq ?? 0)) return false
      if (turns !== null) {
        awaited = null
        heard = turns.heard
      }
      // what came between this reading and the one before it is not known by deltas
      readAt = filesAt = head.seq
      batch(() => {
        change((open) => {
          // rows that were loaded earlier may be older than this result
          open.rows = turns === null ? {} : turnTo(open, id, messages)
          open.phase = 'ready'
          open.hasFiles ||= result.hasFiles
          open.damaged = Object.fromEntries(result.damaged.map((n) => [n, true as const]))
          open.streams = byCut(result.streams)
        })
        setState('open', 'view', reconcile({ head, config, plan, queue }, { key: 'id' }))
        putRows(messages)
      })
      return head.seq >= heard
    },
    openFailed: (id, problem) => {
      if (awaited?.id === id) begin(id)
      if (isOpen(id))
        change((open) => {
          open.phase = open.view === null ? 'failed' : 'ready'
          open.problem = problem
        })
    },
    rowsLoaded: (id, { seq, messages, damaged }) => {
      if (!isOpen(id)) return true
      if (seq < readAt) return false
      batch(() => {
        putRows(messages.filter(({ n }) => state.open?.rows[n] === undefined))
        for (const n of damaged) setState('open', 'damaged', n, true)
      })
      return true
    },
    letGo: (near) =>
      change((open) => {
        if (!open.view) return
        const { head } = open.view
        const held = Object.values(open.rows)
        const kept = held.filter(({ n }) => [...near, head.count].some((wanted) => Math.abs(wanted - n) <= NEAR))
        if (kept.length === held.length) return
        // a reading under way may be older than what a delta has told of such a row
        readAt = head.seq
        // a new record: the old one keeps a signal for each key that was ever read, even if nothing is stored under it
        open.rows = Object.fromEntries(kept.map((row) => [row.n, row]))
        open.streams = { ...open.streams }
        open.interrupted = { ...open.interrupted }
        const running = head.unsettled.flatMap(({ calls }) => calls.map(({ id }) => id))
        open.progress = Object.fromEntries(
          Object.entries(open.progress).filter(([key]) => running.includes(key) || key.startsWith('compress-')),
        )
      }),
    filesLoaded: (id, { seq, files }) => {
      if (!isOpen(id)) return true
      if (seq < filesAt) return false
      setState('open', 'files', reconcile(shownFiles([], files), { key: 'path' }))
      return true
    },
    streamsLoaded: (id, streams) => {
      if (isOpen(id)) setState('open', 'streams', reconcile(byCut(streams), { key: 'cut' }))
    },
    delta: ({ sessionId, after, seq, delta }) => {
      if (isOpen(sessionId)) {
        heard = Math.max(heard, seq)
        if (delta.files) filesAt = Math.max(filesAt, seq)
      } else if (awaited?.id === sessionId) awaited.heard = Math.max(awaited.heard, seq)
      const view = isOpen(sessionId) ? state.open?.view : null
      if (!view || seq <= view.head.seq) return true
      if (after !== view.head.seq) return false
      batch(() => applyDelta(delta))
      return true
    },
    streams: (messages) => {
      let complete = true
      change((open) => {
        for (const message of messages) {
          if (message.sessionId !== open.id || open.phase !== 'ready') continue
          open.streams[message.cut] ??= emptyStream(message)
          const view = open.streams[message.cut]
          if (view && !applyParts(view, message)) complete = false
        }
      })
      return complete
    },
    progress: ({ sessionId, toolCallId, text }) => {
      if (isOpen(sessionId)) setState('open', 'progress', toolCallId, text)
    },
    activity: ({ activity }) => {
      if (isOpen(activity.sessionId)) setState('open', 'activity', reconcile(activity))
    },
  }
}

const byCut = (streams: StreamSnapshot[]): Record<number, StreamSnapshot> =>
  Object.fromEntries(streams.map((stream) => [stream.cut, stream]))

/**
 * Turns the open session into another variant of its conversation. Returns the rows that both share, which stay the
 * same objects.
 */
function turnTo(open: OpenSession, id: string, messages: readonly Message[]): OpenSession['rows'] {
  const before = unwrap(open.rows)
  const parts = messages.findIndex((row) => !isSame(before[row.n], row))
  const shared = parts === -1 ? messages : messages.slice(0, parts)
  // earlier rows are loaded when they come into view
  const at = messages[parts]?.n ?? (messages.at(-1)?.n ?? -1) + 1
  const { from, times } = open.turned
  const others = openingSession(id)
  Object.assign(open, { ...others, turned: { from, at, times: times + 1 }, view: open.view })
  return Object.fromEntries(shared.flatMap(({ n }) => (before[n] === undefined ? [] : [[n, before[n]]])))
}

const isSame = (one: Message | undefined, other: Message): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)
