import { blobsOf, internalTools, llmMessages } from '../../agent/brain-request.ts'
import { contextFor } from '../../agent/context.ts'
import type { State } from '../../agent/state.ts'
import type { EffectPorts } from '../../effects/run-effect.ts'
import type { LlmRequest } from '../../llm/port.ts'
import { putBlob, readBlob } from '../../storage/blobs.ts'
import { readFileEntries } from '../../storage/files.ts'
import { messagesAfter, readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import type { Tool } from '../../tools/tool.ts'
import { failpointIn } from '../failpoints.ts'
import type { RemoteTool } from '../mcp/remote-tool.ts'
import { configuredTools } from '../policy/linked-tools.ts'
import { offeredTools } from '../policy/session-tools.ts'
import type { LiveAnswers } from '../streams/live-answers.ts'
import type { MachineEnvironment } from '../writer/session-machine.ts'
import { connect } from './connect.ts'
import { webFor } from './granted-origins.ts'
import { runCode } from './run-code.ts'
import { throttled } from './throttle.ts'
import { untilLoaded } from './until-loaded.ts'
import { workspaceFiles } from './workspace-files.ts'

/** What the effects of one session's machine may do. */

export type MachineHooks = {
  live: Pick<LiveAnswers, 'open' | 'earlier'>
  /** The machine is given up while its work is still wanted: by a tab that closes or has lost the lock. */
  leaving: () => boolean
  savingFailed: () => AbortSignal
  onWait: (waiting: boolean) => void
  /** A part of the code cannot be loaded, or can be again. */
  onMissing: (missing: boolean, error?: unknown) => void
}

/** The returned function makes the ports of one effect; `clean`: its last start ended in good order. */
export function effectPorts(
  sessionId: string,
  { db, network, publish, remote }: MachineEnvironment,
  hooks: MachineHooks,
): (clean: boolean, state: State) => EffectPorts {
  const files = workspaceFiles(db, sessionId)
  const load = <Code>(code: () => Promise<Code>): Promise<Code> =>
    untilLoaded(code, hooks.onMissing, { wanted: () => !hooks.leaving() })
  const progress = throttled(100, (toolCallId: string, text: string) =>
    publish({ type: 'progress', sessionId, toolCallId, text }),
  )
  const others = async ({ config }: State): Promise<RemoteTool[]> => [
    ...((await remote)?.current() ?? []),
    ...(await configuredTools(db, sessionId, config, load)),
  ]
  const offered = async (state: State): Promise<Tool[]> => offeredTools(state.config, ALL_TOOLS, await others(state))
  return (clean, state) => ({
    brain: {
      connect: (model) => connect(db, model, load),
      request: async (state, cut) => {
        // what the answer will need: it must not be paid for and then wait for its code
        const [{ schemaOf }] = await Promise.all([load(schemaCode), load(prepareCode)])
        return requestFor(db, state, cut, await offered(state), schemaOf)
      },
      isOnline: network.isOnline,
      untilOnline: (baseUrl, signal) => network.untilOnline(baseUrl, signal, hooks.onWait),
      earlier: hooks.live.earlier,
      live: hooks.live.open,
      askBeforeAgainAbove: async () => (await readPreferences(db)).askBeforeAgainAbove,
      leaving: hooks.leaving,
      prepare: async (calls, state) =>
        (await load(prepareCode)).prepareCalls(
          calls.map(({ id, name, arguments: args, meta }) => ({ providerId: id, name, args, meta })),
          { tools: await offered(state), messages: state.messages },
        ),
      savingFailed: hooks.savingFailed,
      clean,
      now: Date.now,
      random: Math.random,
      failpoint: failpointIn,
    },
    toolkit: {
      get tools() {
        return others(state).then((tools) => [...ALL_TOOLS, ...tools.map(({ tool }) => tool)])
      },
      filesFor: () => files,
      readFileEntries: (paths) => readFileEntries(db, sessionId, paths),
      putBlob: (bytes) => putBlob(db, bytes, Date.now()),
      progress,
      runCode,
      web: (grants) => webFor(db, grants),
      notify: (notification) => publish({ type: 'notify', sessionId, ...notification }),
      clean: () => clean,
      failpoint: failpointIn,
      now: Date.now,
    },
    firstText: async () => {
      const rows = await readRows(db, sessionId, 0, 1)
      const first = rows?.messages[0]
      const block = first?.role === 'user' ? first.content.find(({ type }) => type === 'text') : undefined
      return block?.type === 'text' ? block.text : ''
    },
    load,
    now: Date.now,
  })
}

const prepareCode = () => import('../../effects/prepare-calls.ts')
/** Making JSON Schema takes a part of zod that nothing else needs. */
const schemaCode = () => import('../../tools/schema.ts')

/** The request for one cut, made of committed rows. Rejects with DamagedRecord when one of them cannot be read. */
async function requestFor(
  db: Database,
  state: State,
  cut: number,
  offered: readonly Tool[],
  schemaOf: (tool: Tool) => JsonSchema,
): Promise<Omit<LlmRequest, 'signal'>> {
  const { sessionId } = state.head
  const { summary, config } = state
  const messages = await messagesAfter(db, sessionId, summary?.cutAt ?? 0, cut)
  const items = contextFor({ summary, loadedCalls: [], messages, cut })
  const images = new Map<string, string>()
  for (const sha of blobsOf(items)) {
    const bytes = await readBlob(db, sha)
    if (bytes !== null) images.set(sha, base64(bytes))
  }
  const tools = offered.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: schemaOf(tool),
  }))
  return {
    model: config.model.model,
    system: config.systemPrompt,
    messages: llmMessages(items, images),
    tools: [...tools, ...internalTools(summary)],
    toolChoice: 'auto',
    thinking: config.model.thinking,
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return btoa(text)
}
