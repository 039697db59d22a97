import type { Unstamped } from '../../agent/input.ts'
import { rowAt } from '../../agent/rows.ts'
import type { State } from '../../agent/state.ts'
import { runEffect } from '../../effects/run-effect.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import { classifyFault } from '../../storage/fault.ts'
import type { StoredStream } from '../../storage/gather-streams.ts'
import { highestSeq } from '../../storage/restore.ts'
import type { Database } from '../../storage/schema.ts'
import { readStreams } from '../../storage/streams.ts'
import { failpointIn } from '../failpoints.ts'
import { firstTextOf, readFirstText } from '../first-text.ts'
import { askingCode } from '../ports/asking-code.ts'
import { endRun } from '../ports/connect.ts'
import { effectPorts } from '../ports/effect-ports.ts'
import type { EffectEnvironment, MachinePorts } from '../ports/machine-ports.ts'
import { toldWhenLong } from '../ports/told-when-long.ts'
import { untilLoaded } from '../ports/until-loaded.ts'
import type { WireLog } from '../ports/wire.ts'
import { isBusy, sessionItem } from '../session-item.ts'
import { keepText } from '../streams/keep-text.ts'
import { type LiveAnswers, makeLiveAnswers } from '../streams/live-answers.ts'
import { makeActivity } from './activity.ts'
import { holdFailures } from './hold-failures.ts'
import { makeSaving } from './saving-effects.ts'
import { type Outcome, runSession, type SessionCommit } from './session.ts'
import { CommitRefused, commitSession } from './session-commit.ts'
import { WITH_ROOM, whenRoom } from './when-room.ts'

/** A session's machine bound to its rows on disk and to the pages that watch it. */
export type SessionMachine = {
  state: () => State
  live: LiveAnswers
  dispatch: (input: Unstamped) => Promise<Outcome>
  load: MachinePorts['load']
  retryCommit: () => void
  /** `wire`: include the recorded requests and responses. */
  view: (wire?: boolean) => MachineView
  /** Sends the current activity to the pages again, for a page that has just opened the session. */
  tellActivity: () => void
  /** Nothing runs and nothing is held: all that it knows is on disk. */
  isIdle: () => boolean
  /** `lost`: another device has the session. */
  stop: (lost?: boolean) => void
}

export type MachineEnvironment = EffectEnvironment & {
  epoch: number
  /** Whether the previous writer shut down in good order: a restart then does not count as a crash. */
  clean: () => boolean
  safe: boolean
  /** Another writer has taken over: nothing may be written any more. */
  superseded: () => void
  /** The stored rows differ from the machine's state: it must be restored. */
  restart: (sessionId: string) => void
  /** Whether a command for this session is being carried out. */
  isUsed: (sessionId: string) => boolean
  report: (error: unknown) => void
}

/**
 * Further data that a machine needs when it is restored. It does not change while no machine runs, so it can be read in
 * the same transaction as the state.
 */
type Beside = [stored: StoredStream[], highest: number, firstText: string]

export const readBeside = (db: Database, sessionId: string, isNamed: boolean): Promise<Beside> =>
  Promise.all([readStreams(db, sessionId), highestSeq(db, sessionId), isNamed ? '' : readFirstText(db, sessionId)])

/**
 * Makes the machine of a restored (or new) state and starts its effects. Rejects with a DOMException when its rows
 * cannot be read.
 */
export async function startMachine(
  initial: State,
  environment: MachineEnvironment,
  beside: Promise<Beside> = readBeside(environment.db, initial.head.sessionId, initial.head.title !== ''),
): Promise<SessionMachine> {
  const { db, epoch, publish, report } = environment
  const { sessionId } = initial.head
  const [stored, highest, storedText] = await beside
  let firstText = storedText
  const live = makeLiveAnswers({
    sessionId,
    stored,
    append: async (rows) => {
      const outcome = await keepText(db, epoch, sessionId, rows)
      if (outcome.type === 'fault') throw outcome.error
      // right away: waiting for the next commit would pay for text that nobody keeps
      isOver(outcome)
    },
    publish,
    report,
    abandoned: (cut, run) => {
      const row = session.state().messages.findLast((message) => message.role === 'assistant' && message.cut === cut)
      if (row?.role === 'assistant' && row.model !== null) void endRun(db, row.model, run.responseId)
    },
    failpoint: failpointIn,
  })
  const saving = makeSaving({ retry: () => void session.retryCommit(), tell: () => activity.tell() })
  const activity = makeActivity({ sessionId, fault: saving.fault, publish, report })
  let wireLog: WireLog | null = null
  let starting = true
  let leaving = false
  let lost = false

  /** What only another writer can have done: nothing is to be tried again. */
  const isOver = (outcome: { type: string }): boolean => {
    if (outcome.type === 'stale-epoch') environment.superseded()
    else if (outcome.type === 'conflict' || outcome.type === 'purged') environment.restart(sessionId)
    else return false
    return true
  }
  const committed = ({ inputs, delta, previous, next }: SessionCommit): void => {
    live.keep(new Set(next.head.live.map(({ cut }) => cut)))
    saving.committed()
    environment.shared.committed(inputs, next.head)
    environment.helpers.committed(previous.head, next.head)
    publish({ type: 'delta', sessionId, after: previous.head.seq, seq: next.head.seq, delta })
    firstText ||= firstTextOf(rowAt(next.messages, 0))
    publish({ type: 'sessions-changed', sessions: [sessionItem(next.head, firstText)] })
  }
  const commitFailed = (error: unknown): void => {
    const outcome = error instanceof CommitRefused ? error.outcome : null
    if (outcome?.type !== 'stale-epoch') report(error)
    if (outcome === null || !isOver(outcome))
      saving.failed(outcome?.type === 'fault' ? outcome.fault : classifyFault(error))
  }

  const load: MachinePorts['load'] = (code) => untilLoaded(code, activity.missesCode, { wanted: () => !leaving })
  const ports = effectPorts(sessionId, environment, {
    load,
    live,
    saving,
    activity,
    leaving: () => leaving,
    lost: () => lost,
    state: () => session.state(),
    wire: (fetch) => async (input, init) => {
      // not worth waiting for: without this code there is no view of the recorded requests either
      wireLog ??= (await askingCode.wire().catch(() => null))?.wireOf(db, sessionId) ?? null
      return wireLog === null ? fetch(input, init) : wireLog.through(fetch, input, init)
    },
    mended: (what) => wireLog?.mended(what),
  })
  const room = (signal: AbortSignal): Promise<void> | null => {
    const waiting = environment.shared.room(sessionId, signal)
    return waiting && toldWhenLong(() => waiting, activity.waitsForSync)
  }
  const session = runSession(initial, Math.max(initial.head.seq, highest), {
    commit: (commit) => commitSession(db, epoch, commit, live.keepsRun),
    committed,
    commitFailed,
    runEffect: (effect, state, key) => {
      const { network } = environment
      const initializer = holdFailures(
        runEffect(effect, state, key, ports(starting && environment.clean(), state)),
        network.untilStays,
      )
      return effect.kind in WITH_ROOM ? whenRoom(initializer, room) : initializer
    },
    reading: () => environment.isUsed(sessionId),
    safe: environment.safe,
    now: Date.now,
    report,
  })
  starting = false
  // what a writer before us said of it counts no more
  activity.tell()

  return {
    state: session.state,
    live,
    dispatch: session.dispatch,
    load,
    retryCommit: () => void session.retryCommit(),
    view: (wire) => ({ ...session.view(), ...(wire === true && { wire: JSON.stringify(wireLog?.view() ?? []) }) }),
    tellActivity: activity.tell,
    isIdle: () => saving.fault() === null && !isBusy(session.state().head),
    stop: (isLost = false) => {
      lost = isLost
      if (isLost) environment.helpers.lost(sessionId)
      saving.stop()
      leaving = true
      session.stop()
    },
  }
}
