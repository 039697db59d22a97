import type { Effect } from '../../../src/agent/effect.ts'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { ToolCall } from '../../../src/agent/message.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { requestToolkit } from '../../../src/effects/request-toolkit.ts'
import type { ToolkitPorts } from '../../../src/effects/toolkit-ports.ts'
import { createMoorex } from '../../../src/moorex/create-moorex.ts'
import type { Batch } from '../../../src/moorex/definition.ts'
import type { Repeat, Tool } from '../../../src/tools/tool.ts'
import { said } from '../../support/said.ts'
import { type MemoryFiles, memoryFiles } from '../tools/memory-files.ts'
import { words } from './toolkit-harness.ts'

type Call = { name: string; args: unknown }
type Options = {
  repeat?: Repeat
  files?: MemoryFiles
  commit?: (batch: Batch<State, Input>) => Promise<void>
  from?: State
} & Partial<
  Pick<
    ToolkitPorts,
    | 'hooks'
    | 'progress'
    | 'runCode'
    | 'runPython'
    | 'runShell'
    | 'makeDocument'
    | 'delegate'
    | 'notify'
    | 'memory'
    | 'recurring'
    | 'web'
  >
>

/**
 * The real machine with the real mind; only the toolkit is carried out. The model's answer is dispatched as its adapter
 * would.
 */
export async function machineWith(tools: readonly Tool[], calls: Call[], options: Options = {}) {
  const files = options.files ?? memoryFiles()
  let seq = options.from?.head.seq ?? 0
  const stamp = (input: Unstamped): Input => ({ ...input, seq: ++seq, timestamp: seq })
  const idle = { start: () => new Promise<void>(() => {}), cancel: () => {} }
  const ports = {
    tools,
    filesFor: () => files,
    readFileEntries: async (paths: readonly string[]) =>
      (await files.list())
        .filter(({ path }) => paths.includes(path))
        .map((info) => ({ ...info, seq: 1, timestamp: 1 })),
    putBlob: files.put,
    progress: options.progress ?? (() => {}),
    hooks: options.hooks,
    runCode: options.runCode,
    runPython: options.runPython,
    runShell: options.runShell,
    makeDocument: options.makeDocument,
    delegate: options.delegate,
    notify: options.notify,
    memory: options.memory,
    recurring: options.recurring,
    web: options.web,
  }
  const machine = createMoorex<State, Input, Effect>(
    {
      initiate: () => (options.from ?? initiate('s')) as never,
      transition: transition as never,
      effectsAt: effectsAt as never,
      runEffect: (effect, state) => {
        if (effect.kind !== 'request-toolkit') return idle
        const { start, cancel } = requestToolkit(effect, state, ports)
        return { start: (dispatch) => start((input) => dispatch(stamp(input as Unstamped) as never)), cancel }
      },
    },
    {
      commit: async (batch) => {
        await options.commit?.(batch as never)
        const before = new Map(batch.previous.files.map((file) => [file.path, file]))
        for (const { path, blob, size, mediaType } of batch.next.files)
          if (before.get(path)?.blob !== blob)
            files.commit([
              {
                path,
                from: before.get(path)?.blob ?? (await files.info(path))?.blob ?? null,
                to: blob,
                size,
                mediaType,
              },
            ])
      },
    },
  )
  const send = (input: Unstamped): Promise<void> => machine.dispatch(stamp(input) as never)
  if (!options.from) {
    const policies = tools.map(({ name, sequential }) => [
      name,
      { repeat: options.repeat ?? 'pure', approval: 'allow', sequential },
    ])
    const config = { ...initiate('s').config, tools: Object.fromEntries(policies) }
    void send({
      type: 'session-create',
      sessionId: 's',
      config: { ...config, limits: { ...config.limits, maxTurns: 9 } },
    })
    await send(said({ type: 'user-send-message', messageId: 'u0', content: [words('go')], delivery: 'steer' }))
    const { cut, attempt } = Object.values(machine.getEffects()).find(({ kind }) => kind === 'ask-brain') as {
      cut: number
      attempt: number
    }
    const work = { cut, attempt }
    await send({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
    const toolCalls = calls.map(({ name, args }) => ({ providerId: 'call_0', name, args: JSON.stringify(args) }))
    void send({ type: 'brain-call-tools', ...work, toolCalls })
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    void send({ type: 'brain-send-message-complete', ...work, content: [], stopReason: 'tool-use', usage, cost: null })
  }
  const callsNow = (): ToolCall[] =>
    (machine.getState() as State).messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))
  const running = (): string[] => Object.keys(machine.getEffects()).filter((key) => key.startsWith('request-toolkit'))
  return { machine, send, files, callsNow, running, state: () => machine.getState() as State }
}
