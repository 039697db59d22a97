import { z } from 'zod'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { Answer, ToolCall } from '../../../src/agent/message.ts'
import type { FileEntry, State } from '../../../src/agent/state.ts'
import { requestToolkit } from '../../../src/effects/request-toolkit.ts'
import type { ToolkitPorts } from '../../../src/effects/toolkit-ports.ts'
import { defineTool } from '../../../src/tools/define-tool.ts'
import type { Tool, ToolContext } from '../../../src/tools/tool.ts'
import { memoryFiles, shaOf } from '../tools/memory-files.ts'

/** A tool that takes {n?: number} and does what the test says; what it returns need not keep to the contract. */
export const toolThat = (
  run: (args: { n: number }, context: ToolContext) => unknown,
  more: Partial<Tool> = {},
): Tool => ({
  ...defineTool({
    name: 'probe',
    label: 'Probe',
    description: 'A tool for tests.',
    parameters: z.strictObject({ n: z.number().default(1) }),
    repeat: 'pure',
    approval: 'allow',
    sequential: false,
    timeLimit: 1000,
    run: run as never,
  }),
  ...more,
})

export const words = (text: string): { type: 'text'; text: string } => ({ type: 'text', text })

const call = (more: Partial<ToolCall>): ToolCall => ({
  id: '5.0.0',
  providerId: 'call_0',
  name: 'probe',
  args: '{}',
  repeat: 'pure',
  sequential: false,
  status: 'ready',
  turnAt: 6,
  attempt: 0,
  started: false,
  starts: 0,
  until: null,
  closeWith: null,
  question: null,
  result: null,
  ...more,
})

const stateWith = (calls: ToolCall[]): Pick<State, 'messages'> => ({
  messages: [
    { role: 'user', n: 0 },
    { role: 'assistant', n: 1, calls } as Partial<Answer>,
  ] as unknown as State['messages'],
})

export type Harness = {
  /** Everything dispatched, in order. */
  inputs: Unstamped[]
  /** The inputs after `toolkit-start`. */
  endings: () => Unstamped[]
  progress: string[]
  blobs: Map<string, Uint8Array>
  passed: string[]
  cancel: () => void
  /** Resolves when the effect has ended. */
  done: Promise<void>
}

type Options = {
  call?: Partial<ToolCall>
  ports?: Partial<ToolkitPorts>
  /** Called with each input before its promise resolves to `alive`. */
  onDispatch?: (input: Unstamped) => void
}

/**
 * Starts the effect for one call of `tool` with a dispatch that commits at once and knows, as Moorex does, of a
 * cancelled effect.
 */
export function start(tool: Tool | null, options: Options = {}): Harness {
  const inputs: Unstamped[] = []
  const progress: string[] = []
  const blobs = new Map<string, Uint8Array>()
  const passed: string[] = []
  let alive = true
  const ports: ToolkitPorts = {
    tools: tool ? [tool] : [],
    filesFor: () => memoryFiles(),
    readFileEntries: async (paths) =>
      paths.map((path): FileEntry => ({ path, blob: null, size: 0, mediaType: '', seq: 1, timestamp: 1 })),
    putBlob: async (bytes) => {
      const sha = shaOf(bytes)
      blobs.set(sha, bytes)
      return sha
    },
    progress: (toolCallId, text) => progress.push(`${toolCallId} ${text}`),
    failpoint: (name) => void passed.push(name),
    ...options.ports,
  }
  const effect = { kind: 'request-toolkit', toolCallId: '5.0.0', n: 1, attempt: options.call?.attempt ?? 0 } as const
  const runner = requestToolkit(effect, stateWith([call(options.call ?? {})]), ports)
  const cancel = (): void => {
    alive = false
    runner.cancel()
  }
  const done = runner.start(async (input) => {
    if (!alive) return false
    inputs.push(input as Unstamped)
    await Promise.resolve()
    options.onDispatch?.(input as Unstamped)
    return alive
  })
  const endings = (): Unstamped[] => inputs.filter(({ type }) => type !== 'toolkit-start')
  return { inputs, endings, progress, blobs, passed, cancel, done }
}

/** Runs to the end and gives the one input that ended the effect. */
export async function endingOf(tool: Tool | null, options: Options = {}): Promise<Unstamped> {
  const harness = start(tool, options)
  await harness.done
  const [ending, ...more] = harness.endings()
  if (!ending || more.length > 0) throw new Error(`ended with ${harness.endings().length} inputs`)
  return ending
}
