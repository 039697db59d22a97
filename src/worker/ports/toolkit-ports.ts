import { openCalls } from '../../agent/select.ts'
import type { State } from '../../agent/state.ts'
import type { EffectPorts } from '../../effects/run-effect.ts'
import { putBlob } from '../../storage/blobs.ts'
import { readFileEntries } from '../../storage/files.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { pageBytesFor } from '../../tools/workspace/text-page.ts'
import { failpointIn } from '../failpoints.ts'
import { findDeferred } from '../policy/deferred-tools.ts'
import { linkedFolder } from '../policy/linked-tools.ts'
import { isChanged, knownHashes, offeredTools } from '../policy/session-tools.ts'
import { projectFilesPort, withProject } from '../projects/project-workspace.ts'
import { webFor } from './granted-origins.ts'
import type { PortParts } from './machine-ports.ts'
import { runCode } from './run-code.ts'
import { throttled } from './throttle.ts'
import { toldWhenLong } from './told-when-long.ts'
import { requireUnlocked, whenUnlocked } from './when-unlocked.ts'
import { workspaceFiles } from './workspace-files.ts'

/** What running a tool may do. */
export function toolkitPorts({
  sessionId,
  db,
  publish,
  activity,
  load,
  others,
  shared,
  helpers,
  lost,
  state: current,
  wire,
}: PortParts): (clean: boolean, state: State) => EffectPorts['toolkit'] {
  const project = (): string | undefined => current().head.project
  const files = withProject(workspaceFiles(db, sessionId), db, project)
  const progress = throttled(100, (toolCallId: string, text: string) =>
    publish({ type: 'progress', sessionId, toolCallId, text }),
  )
  /** Refreshes pages that show it. */
  const told = async <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    await outcome
    publish({ type: 'settings-changed' })
    return outcome
  }
  const samplingPort = async () => (await load(samplingCode)).askForServer(db, current, { load, wire })
  return (clean, state) => ({
    get tools() {
      return others(state).then((tools) => [...ALL_TOOLS, ...tools.map(({ tool }) => tool)])
    },
    changed: async (name, grants) => {
      const remote = (await others(state)).find(({ tool }) => tool.name === name)
      return remote !== undefined && isChanged(remote, knownHashes(state.config, name, grants))
    },
    unlocked: async (tool, signal) => {
      if (usesKeys(tool)) await whenUnlocked(db, signal, activity.waitsForPassphrase, () => requireUnlocked(db))
    },
    published: (signal) =>
      toldWhenLong(() => shared.published(sessionId, current().head.seq, signal), activity.waitsForSync),
    late: () => (lost() ? shared.late(sessionId) : null),
    filesFor: () => files,
    projectFiles: projectFilesPort(db, project),
    readFileEntries: (paths) => readFileEntries(db, sessionId, paths),
    putBlob: (bytes) => putBlob(db, bytes, Date.now()),
    progress,
    pageBytes: pageBytesFor(state.config.window?.size),
    runCode,
    runPython: async (job, watch) => {
      const [{ runPython }, { listOfTest }] = await load(pythonCode)
      return runPython(job, { ...watch, listOfPackages: listOfTest() })
    },
    runShell: async (job, outside) => (await load(shellCode)).runShell(job, outside),
    disk: linkedFolder(db, sessionId, state.config, load),
    makeDocument: async (job, watch) => (await load(documentCode)).makeDocument(job, watch),
    bundlePage: async (job, watch) => (await load(pageCode))[0].bundlePage(job, watch),
    lookAtPage: async (artifact, watch) => (await load(pageCode))[1].lookAtPage(sessionId)(artifact, watch),
    show: async (file, signal) => (await load(showCode)).showFile(db, file, signal),
    delegate: (call, job, signal) => helpers.help({ db, sessionId, state: current, load }, call, job, signal),
    web: (grants) => webFor(db, grants),
    memory: {
      add: async (note) => told((await load(memoryCode)).remember(db, current().head.project, note)),
      remove: async (note) => told((await load(memoryCode)).forget(db, current().head.project, note)),
    },
    skills: { read: async (name, path) => (await load(skillCode)).readSkillFor(db, name, path) },
    recurring: { add: async (task) => told((await load(recurringCode)).addForSession(db, sessionId, task)) },
    sampling: {
      most: async (wish) => (await samplingPort()).most(wish),
      ask: async (wish, signal) => (await samplingPort()).ask(wish, signal),
    },
    isOpen: (toolCallId) => openCalls(current().head).some(({ id }) => id === toolCallId),
    findTools: findDeferred(
      async () => offeredTools(state.config, ALL_TOOLS, await others(state)),
      () => others(state),
    ),
    notify: (notification) => publish({ type: 'notify', sessionId, ...notification }),
    clean: () => clean,
    failpoint: failpointIn,
    now: Date.now,
  })
}

/** Tools that the worker's own code carries out, save those that call services of the person's with a key. */
const usesKeys = (name: string): boolean => KEYED.has(name) || !OWN.has(name)
const KEYED: ReadonlySet<string> = new Set(['search_web', 'fetch_page'])
const OWN: ReadonlySet<string> = new Set(ALL_TOOLS.map((tool) => tool.name))

const shellCode = () => import('./run-shell.ts')
const pythonCode = () => Promise.all([import('./run-python.ts'), import('./fetch-wheel.ts')])
const documentCode = () => import('./make-document.ts')
const pageCode = () => Promise.all([import('./bundle-page.ts'), import('./look-at-page.ts')])
const showCode = () => import('./show-file.ts')
const memoryCode = () => import('../projects/notes-of-session.ts')
const recurringCode = () => import('../recurring/add-for-session.ts')
const samplingCode = () => import('./ask-for-server.ts')
const skillCode = () => import('../skills/readable-skills.ts')
