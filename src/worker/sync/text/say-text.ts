import type { StreamSnapshot } from '../../../protocol/common.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { encodePicture, pictureOf, sizeOfPicture } from '../../../sync/picture.ts'
import { type Listening, TICK } from '../devices/listen.ts'
import type { SharedSession } from '../session/shared-session.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'

/**
 * Publishes the text of running answers for other devices, in one object for each session that only this device writes.
 * It is written while the text grows and somebody reads it, and deleted when nothing runs. A failed write loses
 * nothing, so it is not reported.
 */
export type SayText = {
  tick: () => void
  /** A worker before this one may have shown something of this log. */
  left: (log: string) => void
  stop: () => void
}

export type SayTextPorts = {
  storage: SharedStorage
  sessions: () => readonly SharedSession[]
  others: Pick<Listening, 'isRead'>
  /** Text under way, exact; null: this session's machine does not run. */
  streams: (sessionId: string) => Promise<StreamSnapshot[] | null>
  report: (error: unknown) => void
}

/** Ticks from one put to the next, and characters that each of them brings at most: longer text is put more seldom. */
const EVERY = 2
const CHARACTERS = 8000
/** Ticks after a put that failed; each time twice as many, up to the second. A removal is tried so often. */
const AGAIN = { first: 8, most: 150 }
const TRIES = 4
const LIMIT = 20_000

/** The published text of a session. `said`: as written; null: unknown. `wait`: ticks after the next failure. */
type Shown = { said: string | null; due: number; wait: number; tries: number; putting: boolean }

export function makeSayText({ storage, sessions, others, streams, report }: SayTextPorts): SayText {
  const { store, vault, device } = storage
  const shown = new Map<string, Shown>()
  const stopped = new AbortController()
  let ticks = 0

  const placeOf = (log: string) => ({ kind: 'text', log, device: device.id }) as const
  const limit = (): AbortSignal => AbortSignal.any([stopped.signal, AbortSignal.timeout(LIMIT)])
  const attempt = async (entry: Shown, work: () => Promise<void>): Promise<void> => {
    entry.putting = true
    try {
      await work()
      entry.wait = AGAIN.first
    } catch (error) {
      entry.said = null
      const asked = error instanceof StoreFailure ? (error.problem.retryAfter ?? 0) : 0
      entry.due = ticks + Math.max(entry.wait, Math.ceil(asked / TICK))
      entry.wait = Math.min(entry.wait * 2, AGAIN.most)
      if (!(error instanceof StoreFailure || error instanceof DOMException)) report(error)
    } finally {
      entry.putting = false
    }
  }
  const put = async (session: SharedSession, entry: Shown): Promise<void> => {
    const { log, sessionId } = session.row()
    // a machine that could not be restored has reported that itself
    const answers = pictureOf((await streams(sessionId).catch(() => null)) ?? [])
    const words = JSON.stringify(answers)
    if (answers.length === 0 || words === entry.said) return
    const place = placeOf(log)
    entry.tries = TRIES
    await store.put(await vault.keyOf(place), await vault.seal(place, encodePicture(answers)), limit())
    entry.said = words
    entry.due = ticks + Math.max(EVERY, Math.ceil(sizeOfPicture(answers) / CHARACTERS))
  }
  const remove = async (log: string, entry: Shown): Promise<void> => {
    entry.tries -= 1
    await store.remove(await vault.keyOf(placeOf(log)), limit())
    shown.delete(log)
  }
  return {
    left: (log) => void shown.set(log, { said: null, due: 0, wait: AGAIN.first, tries: TRIES, putting: false }),
    tick: () => {
      ticks += 1
      const working = new Map(sessions().flatMap((each) => (each.isBusy() ? [[each.row().log, each]] : [])))
      for (const [log, session] of working) {
        // the log itself goes first
        if (!others.isRead(log) || session.row().pending !== null) continue
        const entry = shown.get(log) ?? { said: null, due: 0, wait: AGAIN.first, tries: 0, putting: false }
        shown.set(log, entry)
        if (!entry.putting && ticks >= entry.due) void attempt(entry, () => put(session, entry))
      }
      for (const [log, entry] of shown) {
        if (working.has(log) || entry.putting || ticks < entry.due) continue
        if (entry.tries === 0) shown.delete(log)
        else void attempt(entry, () => remove(log, entry))
      }
    },
    stop: () => stopped.abort(),
  }
}
