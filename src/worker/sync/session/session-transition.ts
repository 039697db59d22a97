import { isUnchecked, mayWork, type Step, step } from '../../../sync/log.ts'
import { beginLife, hasLost, type LogEvent, type LogState } from '../../../sync/log-state.ts'
import type { Act, Ended, Known, Live, SessionState, Then } from './session-state.ts'
import type { Work } from './work-of.ts'

/** How a shared session goes from state to state. Total and pure: times and random ids come with the inputs. */

export type SessionInput =
  | { type: 'committed'; seq: number; work: Work; now: number }
  /** The journal goes so far, while something of it runs. */
  | { type: 'reached' | 'awaited'; seq: number }
  /** The storage is to be looked at, at that time at the latest. */
  | { type: 'wake'; at: number }
  | { type: 'woken'; now: number }
  /** `most`: the last row that has room in the next segment. `id`: drawn at random. */
  | { type: 'measured'; now: number; id: string; most: number }
  | { type: 'stored'; now: number }
  /** Nothing was stored: it is decided again. `cannotFollow`: never again. */
  | { type: 'not-stored'; now: number; cannotFollow?: boolean }
  | {
      type: 'answered'
      now: number
      event: LogEvent
      by?: { device: string; name: string }
      wait?: number
      forgets?: boolean
    }
  | { type: 'machine-stopped'; now: number }
  | { type: 'act'; act: Act; now: number }
  | { type: 'wished'; until: number; now: number }
  | { type: 'slept' | 'distrust' | 'conflict' }

/** After so long without an answer a deleted session may have left the storage. In ms. */
export const LONG = 15 * 60_000
/**
 * What could not be read may have been spoilt on its way: it is read again after so long, as the next worker would. In
 * ms.
 */
const READ_AGAIN = 10_000
/** A storage that was emptied may be put back. In ms. */
const LOOK_AGAIN = 60_000
/** A take that could not be sent for so long is none any more: its person may have gone on elsewhere. In ms. */
const OUTDATED = 10 * 60_000
/** What comes after the end of the log was read so short a time ago has just been written. In ms. */
const JUST = 30_000
/** Milliseconds in which a device takes a session that it asked for. Until then the storage is checked often. */
const EXPECTED = 15_000
const EXPECT_EVERY = 1000
const FIRST_WAIT = 2000
const LONGEST_WAIT = 60_000
/** Most ended acts that are remembered. */
const MOST_ENDED = 50

/** Returns the same state (by reference) when the input does not apply. */
export function sessionTransition(state: SessionState, input: SessionInput): SessionState {
  switch (input.type) {
    case 'committed': {
      const { seq, work, now } = input
      const moved = patchLive(
        { ...state, log: step(state.log, { type: 'committed', seq }).state },
        { work, movedAt: now },
      )
      return !work.busy || work.begins ? letGoIfWished(moved, now) : moved
    }
    case 'reached': {
      const log = step(state.log, { type: 'committed', seq: input.seq }).state
      return patchLive({ ...state, log }, { work: { ...state.live.work, busy: true } })
    }
    case 'awaited':
      return input.seq > state.live.awaited ? patchLive(state, { awaited: input.seq }) : state
    case 'wake':
      return state.live.wakeAt !== null && state.live.wakeAt <= input.at
        ? state
        : patchLive(state, { wakeAt: input.at })
    case 'woken':
      return state.type === 'resting' ? goOn(patchLive(state, { wakeAt: null }), input.now) : state
    case 'measured':
      return state.type === 'measuring' ? decide(state, input) : state
    case 'stored':
      return state.type === 'storing' ? believe(state, input.now) : state
    case 'not-stored':
      return state.type === 'storing' || state.type === 'measuring' ? decideAgain(state, input) : state
    case 'answered':
      return state.type === 'asking' ? hear(state, input) : state
    case 'machine-stopped':
      return state.type === 'letting-go' ? goOn(state, input.now) : state
    case 'act':
      return begin(patchLive(state, { acts: [...state.live.acts, input.act] }), input.act, input.now)
    case 'wished': {
      const wished = patchLive(state, { wishedUntil: input.until })
      return state.live.work.busy ? wished : letGoIfWished(wished, input.now)
    }
    case 'slept':
      return patchLive(state, { slept: true })
    case 'distrust':
      return patchLive(state, { slept: true, wary: true })
    case 'conflict':
      return patchLive(state, { conflict: true })
  }
}

const patchLive = <State extends SessionState>(state: State, live: Partial<Live>): State => ({
  ...state,
  live: { ...state.live, ...live },
})
const knownOf = ({ log, kept, live }: Known): Known => ({ log, kept, live })
const nextTurn = ({ log, kept, live }: Known): Known => ({ log, kept, live: { ...live, turn: live.turn + 1 } })
const rest = (known: Known): SessionState => ({ type: 'resting', ...knownOf(known) })
const restFor = (known: Known, ms: number, now: number): SessionState => {
  const at = now + ms
  const { wakeAt } = known.live
  return patchLive(rest(known), { wakeAt: wakeAt === null ? at : Math.min(wakeAt, at) })
}
/** Each time later than before, unless the storage says when. */
const restAfterFailure = (known: Known, now: number, wait?: number): SessionState => {
  const { failures } = known.live
  const live = { ...known.live, failures: failures + 1 }
  return restFor({ ...known, live }, wait ?? Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT), now)
}

/**
 * What cannot be read is read again, however often somebody looks before that; so is what somebody is about to take.
 */
const restWhile = (known: Known, now: number): SessionState => {
  const { unreadableAt, free, freeUntil } = known.live
  if (free && now < freeUntil) return restFor(known, EXPECT_EVERY, now)
  if (unreadableAt === null) return rest(known)
  const wait = known.log.halt === 'emptied' ? LOOK_AGAIN : READ_AGAIN
  return restFor(known, Math.max(0, wait - Math.abs(now - unreadableAt)), now)
}

/** Another device wishes to have it: it is given back between two answers. */
function letGoIfWished(state: SessionState, now: number): SessionState {
  if (now > state.live.wishedUntil || state.kept.left || !mayWork(state.log)) return state
  const act: Act = { n: 0, type: 'leave' }
  return begin(patchLive(state, { wishedUntil: 0, acts: [...state.live.acts, act] }), act, now)
}

/**
 * An act waits for requests that started before it. Only "continue without the storage" does not wait for the storage.
 */
function begin(state: SessionState, act: Act, now: number): SessionState {
  if (state.type === 'resting') return goOn(state, now)
  if (state.type !== 'asking' || act.type !== 'detach') return state
  return goOn({ ...state, log: step(state.log, { type: 'unanswered' }).state }, now)
}

/** The first act that waits, else the log has its turn. */
function goOn(known: Known, now: number): SessionState {
  const [act, ...acts] = known.live.acts
  if (act !== undefined) return perform({ ...known, live: { ...known.live, acts } }, act, now)
  return known.kept.left ? rest(known) : { type: 'measuring', ...nextTurn(knownOf(known)) }
}

function perform(known: Known, act: Act, now: number): SessionState {
  const { log, kept } = known
  switch (act.type) {
    case 'take':
      return store({ ...known, kept: { ...kept, takenAt: now } }, step(log, { type: 'take', id: act.id }), act, now)
    case 'delete':
      return store(known, step(log, { type: 'delete', id: act.id }), act, now)
    case 'detach':
    case 'share-again':
      return store(known, step(log, { type: act.type }), act, now)
    case 'leave': {
      const left = step(log, { type: 'leave' }).state
      return left.leaving
        ? { type: 'letting-go', ...nextTurn(changed(known, { ...known, log: left })) }
        : goOn(known, now)
    }
    case 'part': {
      const wary = { ...log, doubt: true, stale: true }
      return store(known, { state: wary, ask: null, change: null }, act, now, { kept: { ...kept, left: act.left } })
    }
    case 'settle': {
      const apart = kept.apart?.filter(({ sessionId }) => sessionId !== act.copy)
      return store(known, unchanged(log), act, now, { kept: { ...kept, apart } })
    }
    case 'sweep':
      return store(known, unchanged(log), act, now, { kept: { ...kept, swept: true } })
    case 'name': {
      const { writer } = known.live
      // the log may have been read before any note was heard
      const isIts = writer === null ? kept.by === '' : writer === act.device
      const isNews = isIts && kept.by !== act.name && !log.place.owner
      return store(known, unchanged(log), act, now, isNews ? { kept: { ...kept, by: act.name } } : {})
    }
  }
}
const unchanged = (state: LogState): Step => ({ state, ask: null, change: null })

/** The result of an act. If nothing stored changes, it counts right away. */
function store(
  known: Known,
  { state: log, change }: Step,
  act: Act,
  now: number,
  { kept = known.kept } = {},
): SessionState {
  const isNew = log.place !== known.log.place || kept !== known.kept || change !== null
  const choice = act.type === 'part' ? !act.left : null
  const then: Then = { type: 'go-on' }
  if (isNew) return { type: 'storing', ...nextTurn(known), next: { log, kept }, change, choice, act: act.n, then }
  return goOn(end({ ...known, log }, { n: act.n, kept: true, changes: false }), now)
}
const end = (known: Known, ended: Ended): Known =>
  ended.n === 0 ? known : { ...known, live: { ...known.live, ended: [...known.live.ended, ended].slice(-MOST_ENDED) } }

function decide(state: Known, { now, id, most }: Extract<SessionInput, { type: 'measured' }>): SessionState {
  let { log, live } = state
  if (
    live.unreadableAt !== null &&
    Math.abs(now - live.unreadableAt) >= (log.halt === 'emptied' ? LOOK_AGAIN : READ_AGAIN)
  ) {
    log = beginLife(log.place, log.committed)
    live = { ...live, unreadableAt: null }
  }
  if (live.wary) log = step(log, { type: 'distrust' }).state
  else if (live.slept || Math.abs(now - live.heardAt) > LONG) log = step(log, { type: 'slept' }).state
  if (live.conflict) log = step(log, { type: 'conflict' }).state
  // what could not be read is read again: until then its machine was stopped
  const known = changed(knownOf(state), {
    ...knownOf(state),
    log,
    live: { ...live, slept: false, wary: false, conflict: false },
  })
  if (isOutdated(known, now)) {
    const withdrawn = step(log, { type: 'withdraw' }).state
    if (withdrawn !== log) return storeStep(known, unchanged(withdrawn), { type: 'go-on' })
  }
  const due = step(log, { type: 'due', id, most, calm: !live.work.busy })
  const then: Then = due.ask === null ? { type: 'rest' } : { type: 'ask', ask: due.ask }
  return due.state.place === log.place ? follow({ ...known, log: due.state }, then, now) : storeStep(known, due, then)
}

/** For a take of an older version the time is unknown. */
function isOutdated({ log, kept }: Known, now: number): boolean {
  const age = now - (kept.takenAt ?? 0)
  return log.place.pending?.kind === 'take' && (age < 0 || age >= OUTDATED)
}

const storeStep = (known: Known, { state: log, change }: Step, then: Then): SessionState => {
  const overAt = log.place.over ? (known.kept.overAt ?? known.live.heardAt) : known.kept.overAt
  const kept = { ...known.kept, overAt }
  return { type: 'storing', ...nextTurn(known), next: { log, kept }, change, choice: null, act: null, then }
}

function follow(known: Known, then: Then, now: number): SessionState {
  switch (then.type) {
    case 'ask':
      return { type: 'asking', ...nextTurn(known), ask: then.ask }
    case 'go-on':
      return goOn(known, now)
    case 'rest':
      return known.live.acts.length > 0 ? goOn(known, now) : restWhile(known, now)
    case 'failed':
      return known.live.acts.length > 0 ? goOn(known, now) : restAfterFailure(known, now, then.wait)
    case 'unreadable': {
      const live = { ...known.live, unreadableAt: now }
      return restWhile({ ...known, live }, now)
    }
  }
}

/** The decision is stored and counts now. Rows that were committed meanwhile are kept. */
function believe(state: Extract<SessionState, { type: 'storing' }>, now: number): SessionState {
  const { next, change, act, then, live } = state
  const committed = change === null ? Math.max(next.log.committed, state.log.committed) : next.log.committed
  const before = knownOf(state)
  const isNamed = next.kept.by !== state.kept.by
  const known = changed(before, { log: { ...next.log, committed }, kept: next.kept, live }, change !== null || isNamed)
  const ended = act === null ? known : end(known, { n: act, kept: true, changes: change !== null })
  return follow(ended, then, now)
}

function decideAgain(
  state: SessionState,
  { now, cannotFollow }: Extract<SessionInput, { type: 'not-stored' }>,
): SessionState {
  const { act, change } = state.type === 'storing' ? state : { act: null, change: null }
  const log: LogState = { ...state.log, asked: null, doubt: true, halt: cannotFollow ? 'damaged' : state.log.halt }
  const known = changed(knownOf(state), { ...knownOf(state), log })
  const ended = act === null ? known : end(known, { n: act, kept: false, changes: change !== null })
  return cannotFollow ? rest(ended) : restAfterFailure(ended, now)
}

function hear(
  state: Extract<SessionState, { type: 'asking' }>,
  input: Extract<SessionInput, { type: 'answered' }>,
): SessionState {
  const { event, by, now, wait, forgets } = input
  const answered = step(state.log, event)
  const isHeard = event.type !== 'unanswered' && event.type !== 'unreadable'
  const live: Live = {
    ...state.live,
    ...(by && { writer: by.device }),
    free: isFree(state, event),
    ...seenBy(state, input),
    ...(isHeard && { heardAt: now, failures: 0 }),
    // so may what stood there before
    ...(forgets && { slept: true, wary: true }),
  }
  const kept = { ...state.kept, ...(by && { by: by.name }) }
  const known: Known = { log: state.log, kept, live }
  const then = thenAfter(answered.state, state.ask.type, event, live, wait)
  if (answered.state.place !== state.log.place || answered.change !== null) return storeStep(known, answered, then)
  return follow(changed(known, { ...known, log: answered.state }), then, now)
}

/** A device that writes into a slot that was just empty is active now. */
function seenBy(
  { live, log, kept }: SessionState,
  { event, by, now }: Extract<SessionInput, { type: 'answered' }>,
): Partial<Live> {
  if (event.type === 'nothing-there') return { endAt: now }
  if (event.type === 'appended' && event.outcome === 'created')
    return log.place.pending?.kind === 'yield' ? { freeUntil: now + EXPECTED, since: now, endAt: now } : { endAt: now }
  if (event.type !== 'found' || by === undefined || event.found.own) return {}
  const isOther = log.place.owner || by.name !== kept.by
  return { ...(isOther && { since: now, seenAt: 0 }), ...(now - live.endAt < JUST && { seenAt: now }) }
}

const isFree = ({ live, log }: SessionState, event: LogEvent): boolean => {
  if (event.type === 'found') return event.found.kind === 'yield'
  return event.type === 'appended' && event.outcome === 'created' ? log.place.pending?.kind === 'yield' : live.free
}

function thenAfter(log: LogState, asked: string, event: LogEvent, { work }: Live, wait: number | undefined): Then {
  if (event.type === 'unanswered') return { type: 'failed', wait }
  if (event.type === 'unreadable' || log.halt !== null) return { type: 'unreadable' }
  const { owner, pending, sent } = log.place
  if (log.recount !== null) return { type: 'go-on' }
  const isEnd = event.type === 'nothing-there' && asked === 'read'
  if (!owner) return { type: isEnd && pending === null ? 'rest' : 'go-on' }
  // no listing for a session that is only read
  const sends = event.type === 'appended' || event.type === 'found'
  const isLevel = pending === null && sent === log.committed && !log.doubt
  const isToCheck = isUnchecked(log) && (log.torn || (sends && !work.busy))
  return { type: isLevel && !isToCheck ? 'rest' : 'go-on' }
}

/** Counts changes that others must know: the owner, whether it can work here, why not, and losses of the storage. */
function changed(before: Known, after: Known, always = false): Known {
  const isSame =
    mayWork(before.log) === mayWork(after.log) &&
    before.log.place.owner === after.log.place.owner &&
    before.log.halt === after.log.halt &&
    hasLost(before.log.place) === hasLost(after.log.place)
  if (isSame && !always) return after
  const wishedUntil = after.log.place.owner ? after.live.wishedUntil : 0
  return { ...after, live: { ...after.live, wishedUntil, changes: after.live.changes + 1 } }
}
