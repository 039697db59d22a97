import { initiate } from '../../agent/initiate.ts'
import { MoorexStopped } from '../../moorex/moorex-stopped.ts'
import type { Answered } from '../../protocol/published.ts'
import type { Command } from '../../protocol/to-worker.ts'
import { classifyFault, DamagedRecord } from '../../storage/fault.ts'
import { knownMessageId } from '../../storage/read.ts'
import { restoreSession } from '../../storage/restore.ts'
import { readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { linkedTools } from '../policy/linked-tools.ts'
import { newConfig } from '../policy/new-session.ts'
import { toolChanges } from '../policy/session-tools.ts'
import { Refused } from '../refused.ts'
import { isBusy } from '../session-item.ts'
import { completeInput } from './complete-input.ts'
import type { Machines } from './machines.ts'
import { type Decision, rememberDecision, subjectOf } from './remember-decision.ts'
import type { MachineEnvironment, SessionMachine } from './session-machine.ts'

/** How commands are carried out, from their coming to what is said to the page that sent them. */

export type CommandPorts = Pick<MachineEnvironment, 'db' | 'publish' | 'remote' | 'report'> & {
  machines: Machines
  start: (state: ReturnType<typeof initiate>) => Promise<SessionMachine>
  settingsChanged: () => void
  isStopped: () => boolean
}

/** Carries out a command; null: not carried out, it is to be asked again later. One that is under way is not begun twice. */
export function makeCommands(ports: CommandPorts): (id: string, command: Command) => Promise<Answered | null> {
  const { db, machines, publish, remote, report } = ports
  const running = new Map<string, Promise<Answered | null>>()
  const queues = new Map<string, Promise<void>>()
  /** Sessions of which pages were told that storage could not be read for a command. */
  const troubled = new Set<string>()
  /** Sessions whose `create-session` stays pending at its tab: it will be sent again, and what follows it is to come after it. */
  const uncreated = new Set<string>()

  const isMissing = async (sessionId: string): Promise<boolean> =>
    machines.held(sessionId) === undefined && (await restoreSession(db, sessionId, 0)).type === 'missing'
  const create = async (command: Create, commandId: string): Promise<Dispatched> => {
    const { sessionId } = command
    uncreated.add(sessionId)
    try {
      const dispatched = await createNow(command, commandId)
      uncreated.delete(sessionId)
      return dispatched
    } catch (error) {
      if (isFinal(error)) uncreated.delete(sessionId)
      throw error
    }
  }
  const createNow = async (
    { sessionId, providerId, model, thinking }: Create,
    commandId: string,
  ): Promise<Dispatched> => {
    if (!(await isMissing(sessionId))) return known
    const remoteTools = (await remote)?.current() ?? []
    const config = newConfig({ providerId, model, thinking }, ALL_TOOLS, await readPreferences(db), remoteTools)
    // one that fails is forgotten; else the command, sent again, would be known without ever having been carried out
    const machine = await machines.add(sessionId, ports.start(initiate(sessionId)))
    return { outcome: machine.dispatch({ type: 'session-create', sessionId, config, commandId }) }
  }
  const input = async (
    { sessionId, input }: Extract<Command, { kind: 'input' }>,
    commandId: string,
  ): Promise<Dispatched | null> => {
    if (uncreated.has(sessionId) && (await isMissing(sessionId))) return null
    // before its machine is there: what is on disk is not refused because the session cannot go on
    if (input.type === 'user-send-message' && (await knownMessageId(db, sessionId, input.messageId))) return known
    const machine = await machines.of(sessionId)
    if (machine.state().head.recent.includes(commandId)) return known
    const complete = await completeInput(db, sessionId, input, machine)
    if (BEGINS_RUN.has(complete.type)) await updateTools(machine)
    if (complete.type === 'user-decide-tool-call' && complete.scope === 'always') await remember(machine, complete)
    return { outcome: machine.dispatch({ ...complete, commandId }) }
  }
  /** Before the decision is committed: sent again after a crash between the two it would be known, and its "always" never be kept. */
  const remember = async (machine: SessionMachine, decision: Decision): Promise<void> => {
    const subject = subjectOf(machine.state(), decision)
    if (subject === null) return
    await rememberDecision(db, subject, decision.decision, await remote)
    ports.settingsChanged()
  }
  /** At a calm moment, before a run begins: what servers offer is asked for again meanwhile, for the run after it. */
  const updateTools = async (machine: SessionMachine): Promise<void> => {
    const tools = await remote
    const { config, head } = machine.state()
    if (isBusy(head)) return
    const [preferences, linked] = await Promise.all([readPreferences(db), linkedTools(db, head.sessionId)])
    const changes = toolChanges(config, ALL_TOOLS, [...(tools?.current() ?? []), ...linked], preferences)
    // not awaited: it is committed together with what begins the run
    if (changes !== null) machine.dispatch({ type: 'user-configure', config: changes }).catch(report)
    tools?.refresh().catch(report)
  }

  /** Commands of one session are dispatched in the order of their coming, whatever each of them has to read first. */
  const inOrder = <Value>(sessionId: string, step: () => Promise<Value>): Promise<Value> => {
    const result = (queues.get(sessionId) ?? Promise.resolve()).then(step)
    const end = result.then(settled, settled).then(() => {
      if (queues.get(sessionId) === end) queues.delete(sessionId)
    })
    queues.set(sessionId, end)
    return result
  }
  /** A message is on disk, or the person hears that it is not and keeps its text. Rejects with Refused. */
  const requireTaken = async ({ sessionId, ...command }: Command): Promise<void> => {
    if (command.kind !== 'input' || command.input.type !== 'user-send-message') return
    if (await knownMessageId(db, sessionId, command.input.messageId)) return
    const { deletedAt } = (await machines.of(sessionId)).state().head
    throw new Refused(
      deletedAt === null
        ? 'Too many messages wait for their turn: this one was not sent.'
        : 'This session was deleted: the message was not sent.',
    )
  }
  const run = async (id: string, command: Command): Promise<Answered | null> => {
    const { sessionId } = command
    try {
      const dispatched = await inOrder(sessionId, () =>
        command.kind === 'create-session' ? create(command, id) : input(command, id),
      )
      if (dispatched === null) return null
      if (troubled.delete(sessionId)) (await machines.held(sessionId))?.tellActivity()
      const end = await dispatched.outcome
      if (end === 'unapplied') await requireTaken(command)
      return { type: 'acknowledged', id, outcome: end }
    } catch (error) {
      if (isFinal(error)) {
        const { message } = error instanceof Refused ? error : classifyFault(error)
        return { type: 'refused', id, message }
      }
      if (ports.isStopped() || error instanceof MoorexStopped) return null
      // Storage could not be read: the command stays pending at its tab, which sends it again; nothing is lost.
      report(error)
      troubled.add(sessionId)
      publish({ type: 'activity', activity: { sessionId, waitingForNetwork: false, fault: classifyFault(error) } })
      return null
    }
  }

  return (id, command) => {
    const same = running.get(id)
    if (same !== undefined) return same
    const promise = machines.use(command.sessionId, () => run(id, command))
    running.set(id, promise)
    promise.finally(() => running.delete(id)).catch(() => {})
    return promise
  }
}

/** What may begin a run. */
const BEGINS_RUN = new Set(['user-send-message', 'user-retry', 'user-continue'])

/** A record that is damaged stays so: asked again, it would be refused again. */
const isFinal = (error: unknown): boolean => error instanceof Refused || error instanceof DamagedRecord

type Create = Extract<Command, { kind: 'create-session' }>
type Outcome = 'committed' | 'known' | 'unapplied'
type Dispatched = { outcome: Promise<Outcome> }
const known: Dispatched = { outcome: Promise.resolve('known') }
const settled = (): void => {}
