import { runOf } from '../../agent/head.ts'
import { helpedCalls } from '../../agent/select.ts'
import type { UserIntent } from '../../agent/user-intent.ts'
import { MoorexStopped } from '../../moorex/moorex-stopped.ts'
import type { Command } from '../../protocol/command.ts'
import type { Answered } from '../../protocol/published.ts'
import { classifyFault } from '../../storage/fault.ts'
import { isCommitted, knownMessageId } from '../../storage/read.ts'
import { preloadAsking } from '../ports/asking-code.ts'
import { isFinal, Refused, refused } from '../refused.ts'
import { completeInput } from './complete-input.ts'
import { type CreatePorts, makeCreateSession } from './create-session.ts'
import { type Dispatched, known } from './dispatched.ts'
import { makeInOrder } from './in-order.ts'
import { type Decision, rememberDecision, subjectOf } from './remember-decision.ts'
import type { MachineEnvironment, SessionMachine } from './session-machine.ts'
import type { Shared } from './shared.ts'
import type { Told } from './told.ts'
import { updateTools } from './update-tools.ts'

/** The life of a command: from its arrival to the answer for the page that sent it. */

export type CommandPorts = CreatePorts &
  Pick<MachineEnvironment, 'publish' | 'report'> & {
    settingsChanged: () => void
    shared: Pick<Shared, 'isHere' | 'ask' | 'opened'>
    told: Told
    isStopped: () => boolean
  }

/** Runs a command. null: not run, ask again later. A command that is already running is not started twice. */
export function makeCommands(ports: CommandPorts): (id: string, command: Command) => Promise<Answered | null> {
  const { db, machines, publish, remote, report, shared, told } = ports
  const running = new Map<string, Promise<Answered | null>>()
  const inOrder = makeInOrder()
  const sessions = makeCreateSession(ports)
  /** Sessions whose pages were told that storage could not be read for a command. */
  const troubled = new Set<string>()

  const input = async (
    { sessionId, input }: Extract<Command, { kind: 'input' }>,
    commandId: string,
  ): Promise<Dispatched | null> => {
    if (await sessions.isAwaited(sessionId)) return null
    // the reason why the earlier command failed
    const refusal = sessions.refusal(sessionId)
    if (refusal !== undefined) throw refusal
    // before the machine is restored: a command that is on disk counts as done, even if its session is damaged now
    if (await isCommitted(db, sessionId, commandId)) return known
    if (input.type === 'user-send-message' && (await knownMessageId(db, sessionId, input.messageId))) return known
    const machine = await machines.of(sessionId)
    const complete = await completeInput(db, sessionId, input, machine)
    if (BEGINS_RUN.has(complete.type)) {
      preloadAsking()
      await updateTools(machine, ports)
    }
    if (complete.type === 'user-decide-tool-call' && complete.scope === 'always') await remember(machine, complete)
    if (MAY_TAKE.has(complete.type) && helpedCalls(machine.state().head).length > 0) {
      const { restrictHelpers } = await import('../helpers/restrict-helpers.ts')
      await restrictHelpers(ports, machine.state(), complete)
    }
    const outcome = machine.dispatch({ ...complete, commandId })
    if (complete.type !== 'user-send-message' || complete.files === undefined) return { outcome }
    return { outcome: outcome.then((end) => placedAgain(end, { sessionId, input, machine, commandId })) }
  }
  /** A tool took the path of an attached file at the same moment: other paths are chosen. */
  const placedAgain = async (
    first: Awaited<Dispatched['outcome']>,
    sent: { sessionId: string; input: UserIntent; machine: SessionMachine; commandId: string },
  ): Promise<Awaited<Dispatched['outcome']>> => {
    let end = first
    for (let tries = 0; end === 'unapplied' && tries < PLACINGS; tries++) {
      const complete = await completeInput(db, sent.sessionId, sent.input, sent.machine)
      end = await sent.machine.dispatch({ ...complete, commandId: sent.commandId })
    }
    return end
  }
  /**
   * Before the decision is committed: sent again after a crash between the two it would be known, and its "always"
   * never be kept.
   */
  const remember = async (machine: SessionMachine, decision: Decision): Promise<void> => {
    const subject = subjectOf(machine.state(), decision)
    if (subject === null) return
    await rememberDecision(db, subject, decision.decision, await remote)
    ports.settingsChanged()
  }
  /** A message is on disk, or the person hears that it is not and keeps its text. Rejects with Refused. */
  const requireTaken = async ({ sessionId, ...command }: Command): Promise<void> => {
    if (command.kind !== 'input' || command.input.type !== 'user-send-message') return
    if (await knownMessageId(db, sessionId, command.input.messageId)) return
    const { deletedAt } = (await machines.of(sessionId)).state().head
    throw refused(deletedAt === null ? 'too-many-queued' : 'message-to-deleted')
  }
  /** What did not apply because something newer runs: the person hears it. Rejects with Refused. */
  const requireAimed = async ({ sessionId, ...command }: Command): Promise<void> => {
    if (command.kind !== 'input' || !('run' in command.input) || command.input.run === undefined) return
    if (runOf((await machines.of(sessionId)).state().head) === command.input.run) return
    throw refused(TOO_LATE[command.input.type])
  }
  const run = async (id: string, command: Command): Promise<Answered | null> => {
    const { sessionId } = command
    try {
      const before = await told.of(id)
      if (before !== undefined) return before
      if (command.kind !== 'input' && command.kind !== 'create-session' && command.kind !== 'branch-session') {
        const { runDeviceCommand } = await import('./device-commands.ts')
        return await runDeviceCommand(id, command, { ...ports, run: once }, await shared.opened())
      }
      // deleting a session of another device takes the session over first
      if (command.kind === 'input' && ENDS.has(command.input.type) && !shared.isHere(sessionId))
        await (await shared.opened())?.take(sessionId)
      if (command.kind === 'input' && ASKED.has(command.input.type) && !shared.isHere(sessionId)) {
        const answered = await shared.ask(id, sessionId, command.input)
        if (answered !== null) return answered
      }
      const dispatched = await inOrder(sessionId, () =>
        command.kind === 'input' ? input(command, id) : sessions.create(command, id),
      )
      if (dispatched === null) return null
      if (troubled.delete(sessionId)) (await machines.alive(sessionId))?.tellActivity()
      const end = await dispatched.outcome
      if (end === 'unapplied') {
        await requireTaken(command)
        await requireAimed(command)
      }
      return { type: 'acknowledged', id, outcome: end }
    } catch (error) {
      if (isFinal(error)) {
        const { refusal } = error instanceof Refused ? error : new Refused(classifyFault(error).message)
        return { type: 'refused', id, refusal }
      }
      if (ports.isStopped() || error instanceof MoorexStopped) return null
      // Storage could not be read: the command stays pending at its tab, which sends it again; nothing is lost.
      report(error)
      troubled.add(sessionId)
      publish({ type: 'activity', activity: { sessionId, waitingForNetwork: false, fault: classifyFault(error) } })
      return null
    }
  }

  const once = (id: string, command: Command): Promise<Answered | null> => {
    const same = running.get(id)
    if (same !== undefined) return same
    const promise = machines.use(command.sessionId, async () => {
      const answered = await run(id, command)
      return answered === null || (await told.keep(id, answered)) ? answered : null
    })
    running.set(id, promise)
    promise.finally(() => running.delete(id)).catch(() => {})
    return promise
  }
  return once
}

/** Times that other paths are chosen for the attached files of one message. */
const PLACINGS = 3

const TOO_LATE = {
  'user-abort': 'run-ended',
  'user-retry': 'not-retried',
  'user-continue': 'not-continued',
} as const

/** What a person may do to a session wherever it is. */
const ENDS = new Set(['user-delete-session', 'user-restore-session'])

/** Inputs that are forwarded to the device that owns the session. */
const ASKED = new Set(['user-decide-tool-call', 'user-abort'])

/** What may take a permission or a part of the limits from a session. */
const MAY_TAKE = new Set(['user-configure', 'user-decide-tool-call'])

/** What may begin a run. */
const BEGINS_RUN = new Set(['user-send-message', 'user-retry', 'user-continue'])
