import type { Head } from '../../agent/head.ts'
import { HELD_TAIL } from '../../agent/held.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { MoorexStopped } from '../../moorex/moorex-stopped.ts'
import type { Command } from '../../protocol/command.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import type { Answered } from '../../protocol/published.ts'
import type { Refusal } from '../../protocol/refusals.ts'
import type { StorageFault } from '../../settings/storage-fault.ts'
import { classifyFault, DamagedRecord, faultOf } from '../../storage/fault.ts'
import { readPlaces } from '../../storage/places.ts'
import { listHeads } from '../../storage/read.ts'
import type { SnapshotOutcome } from '../../storage/snapshot.ts'
import { openHelpers } from '../helpers/open-helpers.ts'
import { preloadAsking } from '../ports/asking-code.ts'
import { Refused, refused } from '../refused.ts'
import { isBusy, sessionItem } from '../session-item.ts'
import type { SharedPorts } from '../sync/sharing-ports.ts'
import type { makeCommands } from './commands.ts'
import { machineCode } from './machine-code.ts'
import { makeMachines } from './machines.ts'
import { type OpenRecurring, openRecurring } from './open-recurring.ts'
import { openRemoteTools } from './open-remote-tools.ts'
import type { MachineEnvironment, readBeside, SessionMachine, startMachine } from './session-machine.ts'
import { openShared } from './shared.ts'
import { makeStarts } from './starts.ts'
import { openTold } from './told.ts'
import { beginUpkeep, type Upkeep } from './upkeep.ts'

/** Runs the machines of all sessions while this tab holds the writer's lock. */
export type Writer = {
  /**
   * Carries out a command; the message is for the page that sent it. null: not carried out, it is to be asked again
   * later.
   */
  run: (id: string, command: Command) => Promise<Answered | null>
  /**
   * Text under way, exact; of a session that another device has, as it was heard. null: this session's machine does not
   * run.
   */
  streams: (sessionId: string) => Promise<StreamSnapshot[] | null>
  /** What this session's machine runs; null: it does not run. */
  machine: (sessionId: string, wire?: boolean) => Promise<MachineView | null>
  /** Retries right away what could not be saved or started, and checks the other devices. */
  retryCommit: () => void
  /** Settings were changed, here or in another tab. */
  settingsChanged: () => void
  stop: () => void
}

/** Starts every session that has something to run. Rejects with a DOMException when storage cannot be read at all. */
export async function startWriter(
  options: Omit<MachineEnvironment, 'restart' | 'remote' | 'isUsed' | 'shared' | 'helpers'> &
    Partial<Pick<SharedPorts, 'openStorage' | 'isShown'>> & {
      /** Nothing outside of `db` is kept: no index, no backup, no recurring task. */
      alone?: boolean
    },
): Promise<Writer> {
  const { db, epoch, publish, report } = options
  // a returning visitor has sessions: load the code while the database is being read
  if (epoch > 1) machineCode().catch(() => {})
  const tellSettings = (): void => publish({ type: 'settings-changed' })
  let stopped = false
  let upkeep: Upkeep | null = null
  let heardByRecurring: OpenRecurring['heard'] | null = null
  const remote = openRemoteTools({ db, changed: tellSettings, report })

  /** Heads of sessions that are started now, as they were listed. */
  const listed = new Map<string, Head>()
  const restore = async (sessionId: string): Promise<SessionMachine> => {
    shared.requireHere(sessionId)
    const expected = listed.get(sessionId)
    listed.delete(sessionId)
    const { readBeside, restoreSession } = await machineCode()
    const beside = readBeside(db, sessionId, expected !== undefined && expected.title !== '')
    beside.catch(() => {}) // who waits for it hears of it; without a state nobody does
    const outcome = await restoreSession(db, sessionId, HELD_TAIL, expected)
    if (outcome.type === 'missing') throw gone()
    if (outcome.type === 'newer') throw refused('session-newer')
    if (outcome.type === 'damaged') throw refused('session-damaged', { what: outcome.what })
    const { head } = outcome.state
    if (head.agentVersion < AGENT_VERSION) {
      const { writeSnapshot } = await import('../../storage/snapshot.ts')
      const written = await writeSnapshot(db, { epoch, sessionId, agentVersion: AGENT_VERSION })
      // its first commit would say that the snapshot is there
      if (written.type !== 'written') throw notWritten(written)
    }
    return start(outcome.state, beside)
  }
  const notWritten = (outcome: Exclude<SnapshotOutcome, { type: 'written' }>): unknown => {
    if (outcome.type === 'fault') return outcome.error
    if (outcome.type === 'moved') return new DOMException('The session was written to meanwhile', 'AbortError')
    if (outcome.type !== 'stale-epoch') return gone()
    environment.superseded()
    return new MoorexStopped()
  }
  /** Why sessions with work to do have no machine, for pages that open them later. */
  const notStarted = new Map<string, StorageFault>()
  const machines = makeMachines(restore)
  const starts = makeStarts({ start: machines.of, failed: tellFailedStart })
  const environment: MachineEnvironment = {
    ...options,
    remote,
    shared: {
      committed: (inputs, head) => shared.committed(inputs, head),
      published: (sessionId, seq, signal) => shared.published(sessionId, seq, signal),
      room: (sessionId, signal) => shared.room(sessionId, signal),
      late: (sessionId) => shared.late(sessionId),
    },
    helpers: {
      help: (...helped) => helpers.help(...helped),
      untilAtRest: (sessionId, signal) => helpers.untilAtRest(sessionId, signal),
      committed: (previous, next) => helpers.committed(previous, next),
      heard: (sessionId) => helpers.heard(sessionId),
      lost: (sessionId) => helpers.lost(sessionId),
    },
    publish: (message) => {
      publish(message)
      upkeep?.heard(message)
      heardByRecurring?.(message)
      if (message.type !== 'sessions-changed') return
      // also those of other devices, which commit nothing here
      for (const { id } of message.sessions) helpers.heard(id)
      // later: its machine is in the middle of saying this
      if (message.sessions.some(({ busy }) => !busy)) setTimeout(machines.evictIdle)
    },
    isUsed: machines.isUsed,
    restart: (sessionId) => {
      if (!stopped) starts.begin(sessionId, () => machines.restart(sessionId))
    },
  }
  const start = async (
    state: Parameters<typeof startMachine>[0],
    beside?: ReturnType<typeof readBeside>,
  ): Promise<SessionMachine> => {
    const { startMachine } = await machineCode()
    const machine = await startMachine(state, environment, beside)
    notStarted.delete(state.head.sessionId)
    if (stopped) machine.stop()
    return machine
  }

  // the first writer of all has nothing behind it
  if (epoch > 1 && !options.clean())
    import('../../storage/leave-torn-log.ts').then(({ leaveTornLog }) => leaveTornLog()).catch(report)
  const [{ heads }, places] = await Promise.all([listHeads(db), readPlaces(db)]).catch((error: unknown) => {
    // the next start gets its own tools
    remote.then((tools) => tools.stop()).catch(report)
    throw error
  })
  const shared = openShared(
    {
      ...{ db, epoch, publish: environment.publish, superseded: options.superseded, report },
      openStorage: options.openStorage,
      isShown: options.isShown ?? (() => true),
      streams: async (sessionId) => (await machines.alive(sessionId))?.live.snapshots() ?? null,
      stopMachine: machines.drop,
      startMachine: (sessionId) => starts.begin(sessionId),
      run: (id, command) => run(id, command),
    },
    places,
  )
  const helpers = openHelpers({ db, machines, start, report }, heads, shared.isHere)
  const due = heads.filter((head) => head.deletedAt === null && isBusy(head) && shared.isHere(head.sessionId))
  if (due.length > 0 && !options.safe) preloadAsking()
  for (const head of due) {
    listed.set(head.sessionId, head)
    starts.begin(head.sessionId)
  }
  const { superseded } = environment
  const restored = (head: Head): void => {
    environment.publish({ type: 'sessions-changed', sessions: [sessionItem(head)] })
  }
  if (options.alone !== true)
    upkeep = beginUpkeep(
      { db, epoch, safe: options.safe, superseded, tellSettings, restored, report },
      heads.length > 0,
    )

  /** Returns whether a retry can help: damaged or missing data stays so. */
  function tellFailedStart(sessionId: string, error: unknown): boolean {
    if (error instanceof MoorexStopped) return false
    report(error)
    const fault = error instanceof Refused ? faultOfRefusal(error.refusal) : classifyFault(error)
    notStarted.set(sessionId, fault)
    tellNotStarted(sessionId)
    helpers.heard(sessionId)
    return !(error instanceof Refused || error instanceof DamagedRecord)
  }

  function tellNotStarted(sessionId: string): void {
    const fault = notStarted.get(sessionId)
    if (fault !== undefined) publish({ type: 'activity', activity: { sessionId, waitingForNetwork: false, fault } })
  }

  let commands: Promise<ReturnType<typeof makeCommands> | null> | null = null
  const told = openTold({ db, epoch, superseded: options.superseded, report })
  const loadCommands = async (): Promise<ReturnType<typeof makeCommands>> =>
    (await machineCode()).makeCommands({
      ...{ db, epoch, machines, start, remote, report, publish: environment.publish, shared, told },
      settingsChanged: tellSettings,
      isStopped: () => stopped,
    })
  /** In the order of their coming: all of them wait for the same promise. */
  const run: Writer['run'] = async (id, command) => {
    commands ??= loadCommands().catch((error: unknown) => {
      report(error)
      commands = null
      return null
    })
    return (await commands)?.(id, command) ?? null
  }

  const recurring =
    options.safe || options.alone === true ? null : openRecurring(db, { isHere: shared.isHere, run }, report)
  heardByRecurring = recurring?.heard ?? null

  return {
    run,
    streams: async (sessionId) => {
      // in the middle of a try that fails it has none either
      const machine = await machines.alive(sessionId)?.catch(() => undefined)
      if (machine === undefined && shared.isHere(sessionId)) tellNotStarted(sessionId)
      machine?.tellActivity()
      return machine?.live.snapshots() ?? shared.streams(sessionId)
    },
    machine: async (sessionId, wire) => (await machines.alive(sessionId))?.view(wire) ?? null,
    retryCommit: () => {
      machines.retryCommits()
      starts.retry()
      shared.look()
    },
    settingsChanged: () => {
      shared.settingsChanged()
      upkeep?.settingsChanged()
      recurring?.settingsChanged()
      remote.then((tools) => tools.reload()).catch(report)
    },
    stop: () => {
      stopped = true
      upkeep?.stop()
      recurring?.stop()
      starts.stop()
      shared.stop()
      remote.then((tools) => tools.stop()).catch(report)
      machines.stop()
    },
  }
}

const gone = (): Refused => refused('session-gone')

/** Of a session that is not started. */
function faultOfRefusal(refusal: Refusal): StorageFault {
  if (refusal.code === 'session-newer') return faultOf('newer-data')
  return refusal.code === 'session-damaged' ? classifyFault(new DamagedRecord(refusal.values.what)) : faultOf('damaged')
}
