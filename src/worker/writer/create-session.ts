import { initiate } from '../../agent/initiate.ts'
import type { Command } from '../../protocol/command.ts'
import { isPrivateSession } from '../../settings/private-session.ts'
import { restoreSession } from '../../storage/restore.ts'
import { readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { backgroundChanges } from '../policy/background.ts'
import { instructionFiles } from '../policy/instruction-files.ts'
import { windowChanges } from '../policy/model-window.ts'
import { newConfig } from '../policy/new-session.ts'
import { isFinal } from '../refused.ts'
import { sessionItem } from '../session-item.ts'
import { type Dispatched, known } from './dispatched.ts'
import type { Machines } from './machines.ts'
import type { MachineEnvironment, SessionMachine } from './session-machine.ts'

export type Create = Extract<Command, { kind: 'create-session' | 'branch-session' }>

export type CreatePorts = Pick<MachineEnvironment, 'db' | 'epoch' | 'remote' | 'publish'> & {
  machines: Machines
  start: (state: ReturnType<typeof initiate>) => Promise<SessionMachine>
}

/** Makes sessions, and remembers which could not be made yet. */
export function makeCreateSession({ db, epoch, remote, publish, machines, start }: CreatePorts): {
  create: (command: Create, commandId: string) => Promise<Dispatched>
  /** Why this session can never be created under this id; undefined: no reason known. */
  refusal: (sessionId: string) => unknown
  /** Its `create-session` stays pending at its tab: it will be sent again, and what follows it is to come after it. */
  isAwaited: (sessionId: string) => Promise<boolean>
} {
  const uncreated = new Set<string>()
  const refused = new Map<string, unknown>()
  /** Creations under way: a variant may be asked for right behind its source. */
  const coming = new Map<string, Promise<unknown>>()
  const isMissing = async (sessionId: string): Promise<boolean> =>
    machines.alive(sessionId) === undefined && (await restoreSession(db, sessionId, 0)).type === 'missing'
  const createNow = async (command: Create, commandId: string): Promise<Dispatched> => {
    const { sessionId } = command
    if (!(await isMissing(sessionId))) return known
    const remoteTools = (await remote).current()
    if (command.kind === 'branch-session') {
      await coming.get(command.from)
      const { branch } = await import('./branch-session.ts')
      const head = await branch(db, epoch, command, commandId, remoteTools)
      publish({ type: 'sessions-changed', sessions: [sessionItem(head)] })
      return { outcome: Promise.resolve('committed') }
    }
    const { providerId, model, thinking, project: projectId, mode } = command
    const stored = await readPreferences(db)
    const preferences = mode === undefined ? stored : { ...stored, mode }
    const persona = preferences.personas.find(({ id }) => id === command.persona)
    const project = projectId === undefined ? null : await (await projectCode()).readProject(db, projectId)
    const left = isPrivateSession(sessionId) ? LASTING : project
    const plain = newConfig({ providerId, model, thinking }, ALL_TOOLS, preferences, remoteTools, persona, left)
    const files = await instructionFiles(db, { sessionId, project: projectId }, plain, false, (code) => code())
    const config = {
      ...plain,
      ...(await windowChanges(db, plain, preferences)),
      ...(await backgroundChanges(db, plain, preferences, (code) => code(), null, undefined, projectId, files)),
    }
    // a failed start is forgotten; otherwise the command, sent again, would count as done without ever having run
    const machine = await machines.add(sessionId, start(initiate(sessionId)))
    return {
      outcome: machine.dispatch({
        type: 'session-create',
        sessionId,
        config,
        ...(projectId !== undefined && { project: projectId }),
        commandId,
      }),
    }
  }
  return {
    create: async (command, commandId) => {
      const { sessionId } = command
      uncreated.add(sessionId)
      try {
        const creating = createNow(command, commandId)
        const end = creating.then(({ outcome }) => outcome).catch(() => {})
        coming.set(sessionId, end)
        void end.then(() => coming.get(sessionId) === end && coming.delete(sessionId))
        const dispatched = await creating
        uncreated.delete(sessionId)
        return dispatched
      } catch (error) {
        if (isFinal(error)) {
          uncreated.delete(sessionId)
          refused.set(sessionId, error)
        }
        throw error
      }
    },
    refusal: (sessionId) => refused.get(sessionId),
    isAwaited: async (sessionId) => uncreated.has(sessionId) && (await isMissing(sessionId)),
  }
}

/** What a private session cannot do: these tools keep something for other sessions, or for another day. */
const LASTING = { without: ['remember', 'forget', 'every'] }

const projectCode = () => import('../../storage/projects/projects.ts')
