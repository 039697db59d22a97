import { initiate } from '../agent/initiate.ts'
import { AGENT_VERSION } from '../agent/version.ts'
import { MoorexStopped } from '../moorex/moorex-stopped.ts'
import type { StreamSnapshot } from '../protocol/common.ts'
import type { FromWorker } from '../protocol/from-worker.ts'
import type { Command } from '../protocol/to-worker.ts'
import { collectPending } from '../storage/blobs.ts'
import { classifyFault, DamagedRecord, faultOf } from '../storage/fault.ts'
import { knownMessageId, listHeads } from '../storage/read.ts'
import { restoreSession } from '../storage/restore.ts'
import { readPreferences } from '../storage/settings.ts'
import { ALL_TOOLS } from '../tools/all-tools.ts'
import type { scheduleBackups } from './backups.ts'
import { completeInput, Refused } from './complete-input.ts'
import { newConfig } from './new-session.ts'
import { rememberDecision, subjectOf } from './remember-decision.ts'
import type { RemoteEnvironment, RemoteTools } from './remote-tools.ts'
import { isBusy } from './session-item.ts'
import { type MachineEnvironment, type SessionMachine, startMachine } from './session-machine.ts'
import { toolChanges } from './session-tools.ts'

/** Runs the machines of all sessions while this tab holds the writer's lock. */
export type Writer = {
  /** Carries out a command; the message is for the page that sent it. null: not carried out, it is to be asked again later. */
  run: (id: string, command: Command) => Promise<FromWorker | null>
  /** Text under way, exact; null: this session's machine does not run. */
  streams: (sessionId: string) => Promise<StreamSnapshot[] | null>
  retryCommit: () => void
  /** Settings were changed, here or in another tab. */
  settingsChanged: () => void
  stop: () => void
}

/** How long a deleted session can still be restored before its rows go, in ms. */
const KEEP_DELETED = 24 * 60 * 60 * 1000

/** Starts every session that has something to run. Rejects with a DOMException when storage cannot be read at all. */
export async function startWriter(options: Omit<MachineEnvironment, 'restart' | 'remote'>): Promise<Writer> {
  const tellSettings = (): void => options.publish({ type: 'settings-changed' })
  // after the work has begun: backups come after runs
  let backups: ReturnType<typeof scheduleBackups> | null = null
  const beginBackups = async (): Promise<void> => {
    const code = await import('./backups.ts')
    if (!stopped) backups = code.scheduleBackups(options.db, tellSettings, options.report)
  }
  const remote = loadRemoteTools({ db: options.db, changed: tellSettings, report: options.report })
  const environment: MachineEnvironment = {
    ...options,
    remote,
    publish: (message) => {
      options.publish(message)
      if (message.type === 'sessions-changed') backups?.changed(message.sessions)
    },
    restart: (sessionId) => void restart(sessionId),
  }
  const { db, epoch, publish, report } = environment
  const machines = new Map<string, Promise<SessionMachine>>()
  const running = new Map<string, Promise<FromWorker | null>>()
  const queues = new Map<string, Promise<void>>()
  /** Sessions of which pages were told that storage could not be read for a command. */
  const troubled = new Set<string>()
  let stopped = false

  const machineOf = (sessionId: string): Promise<SessionMachine> => {
    const known = machines.get(sessionId)
    if (known !== undefined) return known
    const starting = restore(sessionId)
    machines.set(sessionId, starting)
    starting.catch(() => machines.delete(sessionId))
    return starting
  }
  const restore = async (sessionId: string): Promise<SessionMachine> => {
    const outcome = await restoreSession(db, sessionId)
    if (outcome.type === 'missing') throw new Refused('This session does not exist any more.')
    if (outcome.type === 'newer')
      throw new Refused('This session was written by a newer version of Reflexor. Reload to update.')
    if (outcome.type === 'damaged')
      throw new Refused(`This session cannot go on: ${outcome.what} is damaged. Nothing was changed.`)
    const { head } = outcome.state
    if (head.agentVersion < AGENT_VERSION) {
      const { writeSnapshot } = await import('../storage/snapshot.ts')
      await writeSnapshot(db, { epoch, sessionId, agentVersion: AGENT_VERSION })
    }
    return start(outcome.state)
  }
  const restart = async (sessionId: string): Promise<void> => {
    const machine = await machines.get(sessionId)?.catch(() => null)
    machine?.stop()
    machines.delete(sessionId)
    if (!stopped) machineOf(sessionId).catch((error) => tellFailedStart(sessionId, error))
  }
  const start = async (state: Parameters<typeof startMachine>[0]): Promise<SessionMachine> => {
    const machine = await startMachine(state, environment)
    if (stopped) machine.stop()
    return machine
  }

  const create = async (
    command: Extract<Command, { kind: 'create-session' }>,
    commandId: string,
  ): Promise<{ outcome: Promise<Outcome> }> => {
    const { sessionId, providerId, model, thinking } = command
    if (machines.has(sessionId) || (await restoreSession(db, sessionId)).type !== 'missing') return known
    const remoteTools = (await remote)?.current() ?? []
    const config = newConfig({ providerId, model, thinking }, ALL_TOOLS, await readPreferences(db), remoteTools)
    const starting = start(initiate(sessionId))
    machines.set(sessionId, starting)
    // else the command, sent again, would be known without ever having been carried out
    starting.catch(() => machines.delete(sessionId))
    return { outcome: (await starting).dispatch({ type: 'session-create', sessionId, config, commandId }) }
  }
  const input = async (
    command: Extract<Command, { kind: 'input' }>,
    commandId: string,
  ): Promise<{ outcome: Promise<Outcome> }> => {
    const { sessionId, input } = command
    // before its machine is there: what is on disk is not refused because the session cannot go on
    if (input.type === 'user-send-message' && (await knownMessageId(db, sessionId, input.messageId))) return known
    const machine = await machineOf(sessionId)
    if (machine.state().head.recent.includes(commandId)) return known
    const complete = await completeInput(db, sessionId, input, machine)
    if (BEGINS_RUN.has(complete.type)) await updateTools(machine)
    const always = complete.type === 'user-decide-tool-call' && complete.scope === 'always'
    const subject = always ? subjectOf(machine.state(), complete) : null
    const committed = machine.dispatch({ ...complete, commandId })
    if (subject === null || complete.type !== 'user-decide-tool-call') return { outcome: committed }
    const remembered = async (): Promise<Outcome> => {
      const outcome = await committed
      if (outcome !== 'committed') return outcome
      await rememberDecision(db, subject, complete.decision, await remote)
      tellSettings()
      return outcome
    }
    return { outcome: remembered() }
  }
  /** At a calm moment, before a run begins: what servers offer is asked for again meanwhile, for the run after it. */
  const updateTools = async (machine: SessionMachine): Promise<void> => {
    const tools = await remote
    const { config, head } = machine.state()
    if (isBusy(head)) return
    const changes = toolChanges(config, ALL_TOOLS, tools?.current() ?? [], await readPreferences(db))
    // not awaited: it is committed together with what begins the run
    if (changes !== null) machine.dispatch({ type: 'user-configure', config: changes }).catch(report)
    tools?.refresh().catch(report)
  }

  /** Commands of one session are dispatched in the order of their coming, whatever each of them has to read first. */
  const inOrder = <Value>(sessionId: string, step: () => Promise<Value>): Promise<Value> => {
    const result = (queues.get(sessionId) ?? Promise.resolve()).then(step)
    queues.set(sessionId, result.then(settled, settled))
    return result
  }
  const run = async (id: string, command: Command): Promise<FromWorker | null> => {
    try {
      const { outcome } = await inOrder(command.sessionId, () =>
        command.kind === 'create-session' ? create(command, id) : input(command, id),
      )
      if (troubled.delete(command.sessionId)) (await machines.get(command.sessionId))?.tellActivity()
      return { type: 'acknowledged', id, outcome: await outcome }
    } catch (error) {
      if (error instanceof Refused) return { type: 'refused', id, message: error.message }
      // a record that is damaged stays so: asked again, it would be refused again
      if (error instanceof DamagedRecord) return { type: 'refused', id, message: classifyFault(error).message }
      if (stopped || error instanceof MoorexStopped) return null
      // Storage could not be read: the command stays pending at its tab, which sends it again; nothing is lost.
      report(error)
      troubled.add(command.sessionId)
      publish({
        type: 'activity',
        activity: { sessionId: command.sessionId, waitingForNetwork: false, fault: classifyFault(error) },
      })
      return null
    }
  }

  const { heads } = await listHeads(db)
  for (const head of heads)
    if (head.deletedAt === null && isBusy(head))
      machineOf(head.sessionId).catch((error) => tellFailedStart(head.sessionId, error))
  // Housekeeping comes after the work. What is put or named meanwhile stays: both look again in their own transactions.
  const tidy = async (): Promise<void> => {
    const { purgeDeleted } = await import('../storage/purge.ts')
    const now = Date.now()
    for (const outcome of [await collectPending(db, epoch, now), await purgeDeleted(db, epoch, now - KEEP_DELETED)])
      if (outcome.type === 'stale-epoch') environment.robbed()
  }
  tidy().catch(report)
  if (!options.safe) beginBackups().catch(report)

  function tellFailedStart(sessionId: string, error: unknown): void {
    report(error)
    const fault = error instanceof Refused ? { ...faultOf('damaged'), message: error.message } : classifyFault(error)
    publish({ type: 'activity', activity: { sessionId, waitingForNetwork: false, fault } })
  }

  return {
    run: (id, command) => {
      const same = running.get(id)
      if (same !== undefined) return same
      const promise = run(id, command)
      running.set(id, promise)
      promise.finally(() => running.delete(id)).catch(() => {})
      return promise
    },
    streams: async (sessionId) => {
      const machine = await machines.get(sessionId)
      machine?.tellActivity()
      return machine?.live.snapshots() ?? null
    },
    retryCommit: () => {
      for (const machine of machines.values()) machine.then(({ retryCommit }) => retryCommit()).catch(() => {})
    },
    settingsChanged: () => void remote.then((tools) => tools?.reload()).catch(report),
    stop: () => {
      stopped = true
      backups?.stop()
      remote.then((tools) => tools?.stop()).catch(report)
      for (const machine of machines.values()) machine.then(({ stop }) => stop()).catch(() => {})
      machines.clear()
    },
  }
}

/** What may begin a run. */
const BEGINS_RUN = new Set(['user-send-message', 'user-retry', 'user-continue'])

/** null: the code could not be loaded; then sessions have our own tools alone. */
function loadRemoteTools(environment: RemoteEnvironment): Promise<RemoteTools | null> {
  const loading = import('./remote-tools.ts').then(({ startRemoteTools }) => startRemoteTools(environment))
  return loading.catch((error: unknown) => {
    environment.report(error)
    return null
  })
}

type Outcome = 'committed' | 'known' | 'unapplied'
const known = { outcome: Promise.resolve('known' as const) }
const settled = (): void => {}
