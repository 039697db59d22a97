import { internalTools } from '../../agent/brain-request.ts'
import type { State } from '../../agent/state.ts'
import { buildRequest } from '../../effects/context/build-request.ts'
import type { Provenance } from '../../effects/provenance.ts'
import type { EffectPorts } from '../../effects/run-effect.ts'
import type { Published } from '../../protocol/published.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { putBlob } from '../../storage/blobs.ts'
import { readFileEntries, readFiles } from '../../storage/files.ts'
import type { Database } from '../../storage/schema.ts'
import { readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import type { Tool } from '../../tools/tool.ts'
import { failpointIn } from '../failpoints.ts'
import { readFirstText } from '../first-text.ts'
import type { RemoteTools } from '../mcp/remote-tools.ts'
import { configuredTools } from '../policy/linked-tools.ts'
import { learnWindow } from '../policy/model-window.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { learnBlind, sensesOf } from '../policy/senses.ts'
import { offeredTools } from '../policy/session-tools.ts'
import type { LiveAnswers } from '../streams/live-answers.ts'
import { connectWithinLimit } from './connect.ts'
import { webFor } from './granted-origins.ts'
import { historySource } from './history-source.ts'
import type { Network } from './network.ts'
import { runCode } from './run-code.ts'
import { throttled } from './throttle.ts'
import { untilLoaded } from './until-loaded.ts'
import { requireUnlocked, whenUnlocked } from './when-unlocked.ts'
import { workspaceFiles } from './workspace-files.ts'

/** What the effects of one session's machine may do. */

/** What the effects of all machines of one writer share. */
export type EffectEnvironment = {
  db: Database
  network: Network
  /** Tools of MCP servers; null: their code could not be loaded. */
  remote: Promise<RemoteTools | null>
  publish: (message: Published) => void
}

/** What the effects of one session's machine have besides. */
export type MachinePorts = {
  live: Pick<LiveAnswers, 'open' | 'earlier'>
  /** `signal` is aborted while nothing can be saved. */
  saving: { signal: () => AbortSignal }
  activity: {
    waitsForNetwork: (waiting: boolean) => void
    /** Work waits for the person's passphrase, or goes on. */
    waitsForPassphrase: (waiting: boolean) => void
    /** A part of the code cannot be loaded, or can be again. */
    missesCode: (missing: boolean, error?: unknown) => void
  }
  /** The machine is given up while its work is still wanted: by a tab that closes or has lost the lock. */
  leaving: () => boolean
  /** The state as it is now. */
  state: () => State
}

/** The returned function makes the ports of one effect; `clean`: its last start ended in good order. */
export function effectPorts(
  sessionId: string,
  { db, network, publish, remote }: EffectEnvironment,
  { live, saving, activity, leaving, state: current }: MachinePorts,
): (clean: boolean, state: State) => EffectPorts {
  const files = workspaceFiles(db, sessionId)
  const load = <Code>(code: () => Promise<Code>): Promise<Code> =>
    untilLoaded(code, activity.missesCode, { wanted: () => !leaving() })
  const progress = throttled(100, (toolCallId: string, text: string) =>
    publish({ type: 'progress', sessionId, toolCallId, text }),
  )
  const others = async ({ config }: State): Promise<RemoteTool[]> => [
    ...((await remote)?.current() ?? []),
    ...(await configuredTools(db, sessionId, config, load)),
  ]
  const offered = async (state: State): Promise<Tool[]> => offeredTools(state.config, ALL_TOOLS, await others(state))
  const source = historySource(db, sessionId)
  const summary = throttled(100, (id: string, text: string) =>
    publish({ type: 'progress', sessionId, toolCallId: id, text }),
  )
  /** Pages that show what is remembered show it again. */
  const told = async <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    await outcome
    publish({ type: 'settings-changed' })
    return outcome
  }
  let learning: Promise<() => Promise<Provenance>> | null = null
  const provenance = async (): Promise<Provenance> => {
    learning ??= load(provenanceCode).then(({ sessionProvenance }) => sessionProvenance(db, sessionId))
    return await (await learning)()
  }
  return (clean, state) => ({
    brain: {
      connect: (model, signal) =>
        whenUnlocked(db, signal, activity.waitsForPassphrase, () => connectWithinLimit(db, model, load)),
      request: async (state, cut) => {
        // what the answer will need: it must not be paid for and then wait for its code
        const looksBack = internalTools(state.summary, state.head.pruned).length > 0
        const [{ schemaOf }] = await Promise.all([load(schemaCode), load(prepareCode), looksBack && load(lookUpCode)])
        return buildRequest(state, cut, source, await offered(state), schemaOf, await sensesOf(db, state.config.model))
      },
      lookUp: { source, current, code: async () => (await load(lookUpCode)).lookUp },
      learnWindow: (model, size) => learnWindow(db, model, size),
      learnBlind: (model) => learnBlind(db, model),
      isOnline: network.isOnline,
      untilOnline: (baseUrl, signal) => network.untilOnline(baseUrl, signal, activity.waitsForNetwork),
      earlier: live.earlier,
      live: live.open,
      askBeforeAgainAbove: async () => (await readPreferences(db)).askBeforeAgainAbove,
      leaving,
      prepare: async (calls, state) =>
        (await load(prepareCode)).prepareCalls(
          calls.map(({ id, name, arguments: args, meta }) => ({
            ...{ providerId: id, name, args, meta },
            // drawn here, once, and kept with the announcement: what is announced is never drawn again
            key: crypto.randomUUID(),
          })),
          { tools: await offered(state), messages: state.messages, provenance },
        ),
      keepImage: (bytes) => putBlob(db, bytes, Date.now()),
      savingFailed: saving.signal,
      clean,
      now: Date.now,
      random: Math.random,
      failpoint: failpointIn,
    },
    compress: {
      connect: (model, signal) =>
        whenUnlocked(db, signal, activity.waitsForPassphrase, () => connectWithinLimit(db, model, load)),
      isOnline: network.isOnline,
      untilOnline: (baseUrl, signal) => network.untilOnline(baseUrl, signal, activity.waitsForNetwork),
      savingFailed: saving.signal,
      now: Date.now,
      random: Math.random,
      source,
      files: async () => (await readFiles(db, sessionId))?.files.map(({ path }) => path) ?? [],
      model: async () => (await readPreferences(db)).summaryModel,
      show: (cut, text) => summary(`compress-history-${cut}`, text),
      failpoint: failpointIn,
    },
    toolkit: {
      get tools() {
        return others(state).then((tools) => [...ALL_TOOLS, ...tools.map(({ tool }) => tool)])
      },
      unlocked: async (tool, signal) => {
        if (usesKeys(tool)) await whenUnlocked(db, signal, activity.waitsForPassphrase, () => requireUnlocked(db))
      },
      filesFor: () => files,
      readFileEntries: (paths) => readFileEntries(db, sessionId, paths),
      putBlob: (bytes) => putBlob(db, bytes, Date.now()),
      progress,
      runCode,
      web: (grants) => webFor(db, grants),
      memory: {
        add: async (note) => told((await load(memoryCode)).addNote(db, note)),
        remove: async (note) => told((await load(memoryCode)).removeNote(db, note)),
      },
      notify: (notification) => publish({ type: 'notify', sessionId, ...notification }),
      clean: () => clean,
      failpoint: failpointIn,
      now: Date.now,
    },
    naming: {
      firstText: () => readFirstText(db, sessionId),
      isWanted: async ({ providerId }) => providerId !== DEMO_PROVIDER.id && (await readPreferences(db)).nameSessions,
      ask: async (text, own, signal) => {
        const { askName } = await load(nameCode)
        const ports = {
          connect: (model: typeof own) => connectWithinLimit(db, model, load),
          isOnline: network.isOnline,
        }
        return askName(text, (await readPreferences(db)).summaryModel ?? own, ports, signal)
      },
    },
    load,
    now: Date.now,
  })
}

/** Tools that the worker's own code carries out, save those that call services of the person's with a key. */
const usesKeys = (name: string): boolean => KEYED.has(name) || !OWN.has(name)
const KEYED: ReadonlySet<string> = new Set(['search_web', 'fetch_page'])
const OWN: ReadonlySet<string> = new Set(ALL_TOOLS.map((tool) => tool.name))

const memoryCode = () => import('../../storage/settings/memory.ts')
const lookUpCode = () => import('../../effects/context/look-up.ts')
const nameCode = () => import('../../effects/context/ask-name.ts')
const prepareCode = () => import('../../effects/prepare-calls.ts')
const provenanceCode = () => import('./session-provenance.ts')
/** Making JSON Schema takes a part of zod that nothing else needs. */
const schemaCode = () => import('../../tools/schema.ts')
