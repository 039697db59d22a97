import { type StreamBlock, type StreamPart, textLength } from '../../../agent/stream-block.ts'
import type { StreamSnapshot } from '../../../protocol/common.ts'
import { appendStream, readStreams } from '../../../storage/streams.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { decodePicture, LARGEST_PICTURE, type PicturedAnswer } from '../../../sync/picture.ts'
import { SealBroken } from '../../../sync/vault.ts'
import type { Listening } from '../devices/listen.ts'
import type { SharedSession } from '../session/shared-session.ts'
import type { SharingPorts } from '../sharing-ports.ts'

/**
 * Shows pages here the text that another device is writing. It is hostile until it is decrypted, parsed and found to
 * continue the known text; older text, and text of another attempt or answer, is ignored. It is stored like the text of
 * a run here, so a device that takes the session over finds it as after a reload.
 */
export type HearText = {
  tick: () => void
  /** The known answers of a session. null: none. */
  streams: (sessionId: string) => StreamSnapshot[] | null
  stop: () => void
}

export type HearTextPorts = Pick<
  SharingPorts,
  'db' | 'epoch' | 'storage' | 'publish' | 'superseded' | 'isShown' | 'report'
> & {
  sessions: () => readonly SharedSession[]
  others: Pick<Listening, 'isAlive' | 'ownerOf'>
}

/** Ticks between two reads while the text grows, and the most otherwise. */
const LOOK = { first: 2, most: 4 }
const LIMIT = 20_000

/**
 * One answer as it is shown here. `start` and `n` are this device's own numbers; `device` and `from` name the attempt
 * there. `earlier`: the text that was on disk before. `broken`: it has stopped for now.
 */
type Heard = {
  attempt: number
  start: number
  n: number
  device: string
  from: number
  way: StreamSnapshot['way']
  blocks: StreamBlock[]
  earlier: StreamBlock[]
  broken: boolean
}
type Listener = { due: number; wait: number; looking: boolean; answers: Map<number, Heard> }

export function makeHearText(ports: HearTextPorts): HearText {
  const { db, epoch, storage, sessions, others, publish, isShown, report } = ports
  const { store, vault } = storage
  const listeners = new Map<string, Listener>()
  const stopped = new AbortController()
  let ticks = 0

  const isFollowed = (session: SharedSession): boolean => {
    const { owner, over, left } = session.row()
    return !owner && !over && !left && !stopped.signal.aborted
  }
  const read = async (log: string): Promise<{ device: string; answers: PicturedAnswer[] } | null> => {
    const device = others.ownerOf(log)
    if (device === null) return null
    const place = { kind: 'text', log, device } as const
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(LIMIT)])
    const sealed = await store.get(await vault.keyOf(place), signal)
    if (sealed === null || sealed.length > LARGEST_PICTURE) return null
    const answers = decodePicture(await vault.open(place, sealed, LARGEST_PICTURE))
    return answers && { device, answers }
  }
  /** The new part, and the answer with it. null: nothing new. */
  const newsOf = async (
    sessionId: string,
    known: Heard | undefined,
    device: string,
    { cut, attempt, start: from, way, blocks }: PicturedAnswer,
  ): Promise<{ next: Heard; parts: StreamPart[] } | null> => {
    if (known === undefined || known.attempt !== attempt) {
      const stored = (await readStreams(db, sessionId)).find((each) => each.cut === cut)
      const start = Math.max(stored?.start ?? 0, known?.start ?? 0) + 1
      const n = stored?.attempt === attempt ? stored.nextN : 0
      const next = { attempt, start, n, device, from, way, blocks, earlier: stored?.blocks ?? [], broken: false }
      return { next, parts: newParts([], blocks) ?? [] }
    }
    const isSame = known.device === device && known.from === from
    if (known.device === device && from < known.from) return null
    const before = isSame && !known.broken ? known.blocks : []
    const parts = newParts(before, blocks)
    if (parts === null || parts.length === 0) return null
    if (isSame && !known.broken) return { next: { ...known, way, blocks }, parts }
    const start = known.broken ? known.start : known.start + 1
    const earlier = textLength(known.blocks) > textLength(known.earlier) ? known.blocks : known.earlier
    return { next: { ...known, start, device, from, way, blocks, earlier, broken: false }, parts }
  }
  const show = async (session: SharedSession, listener: Listener): Promise<boolean> => {
    const { sessionId, log } = session.row()
    const picture = await read(log)
    if (picture === null) return false
    let grew = false
    for (const answer of picture.answers) {
      const { cut, attempt } = answer
      const known = listener.answers.get(cut)
      const live = (await db.get('sessions', sessionId))?.live.find((each) => each.cut === cut)
      if (live?.status !== 'streaming' || live.attempt !== attempt) continue
      const news = await newsOf(sessionId, known, picture.device, answer)
      // a device that took the session over meanwhile has started from the stored text
      if (news === null || !isFollowed(session)) continue
      const { start, n, way } = news.next
      const stored = news.parts.map(({ offset: _, ...part }) => part)
      const outcome = await appendStream(db, { epoch, sessionId, cut, attempt, n, start, parts: stored })
      if (outcome.type === 'stale-epoch') ports.superseded()
      if (outcome.type !== 'appended') continue
      listener.answers.set(cut, { ...news.next, n: n + 1 })
      publish({ type: 'stream', sessionId, cut, attempt, start, way, parts: news.parts })
      grew = true
    }
    return grew
  }
  const look = async (session: SharedSession, listener: Listener): Promise<void> => {
    listener.looking = true
    let wait = Math.min(listener.wait + 1, LOOK.most)
    try {
      const { live = [] } = (await db.get('sessions', session.row().sessionId)) ?? {}
      for (const cut of listener.answers.keys())
        if (!live.some((each) => each.cut === cut)) listener.answers.delete(cut)
      // nothing in progress, so the storage is not asked
      if (!live.some(({ status }) => status === 'streaming')) wait = 1
      else if (await show(session, listener)) wait = LOOK.first
    } catch (error) {
      if (!(error instanceof StoreFailure || error instanceof SealBroken || stopped.signal.aborted)) report(error)
    } finally {
      listener.wait = wait
      listener.due = ticks + wait
      listener.looking = false
    }
  }
  /** It has stopped for now: pages keep the text, marked as interrupted, until something longer arrives. */
  const breakOff = (sessionId: string, { answers }: Listener): void => {
    for (const [cut, heard] of answers) {
      if (heard.broken) continue
      const { attempt, way } = heard
      answers.set(cut, { ...heard, start: heard.start + 1, broken: true })
      publish({ type: 'stream', sessionId, cut, attempt, start: heard.start + 1, way, parts: [] })
    }
  }
  return {
    tick: () => {
      ticks += 1
      for (const session of sessions()) {
        const { sessionId, log } = session.row()
        const listener = listeners.get(sessionId)
        const isThere = isFollowed(session) && others.isAlive(log)
        if (!isThere && listener !== undefined) breakOff(sessionId, listener)
        if (!isFollowed(session)) listeners.delete(sessionId)
        if (!isThere || !isShown(sessionId)) continue
        const now = listener ?? { due: 0, wait: 1, looking: false, answers: new Map() }
        listeners.set(sessionId, now)
        if (!now.looking && ticks >= now.due) void look(session, now)
      }
    },
    streams: (sessionId) => {
      const { answers } = listeners.get(sessionId) ?? {}
      if (answers === undefined || answers.size === 0) return null
      return [...answers].map(([cut, { attempt, start, way, blocks, earlier, broken }]) => ({
        ...{ cut, attempt, start, way, live: !broken, blocks },
        ...(textLength(earlier) > textLength(blocks) && { earlier }),
      }))
    },
    stop: () => stopped.abort(),
  }
}

/** null: it does not continue the known text. */
function newParts(known: readonly StreamBlock[], blocks: readonly StreamBlock[]): StreamPart[] | null {
  const parts: StreamPart[] = []
  for (const { index, kind, text } of known) {
    const now = blocks.find((block) => block.index === index)
    if (now === undefined || now.kind !== kind || !now.text.startsWith(text)) return null
  }
  for (const block of blocks) {
    const offset = known.find(({ index }) => index === block.index)?.text.length ?? 0
    if (block.text.length > offset) parts.push({ ...block, offset, text: block.text.slice(offset) })
  }
  return parts
}
