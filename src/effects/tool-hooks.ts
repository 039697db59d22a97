import type { Immutable } from 'mutative'
import type { Message } from '../agent/message.ts'
import type { Display, Tool, ToolBlock } from '../tools/tool.ts'
import { describeError } from './describe-error.ts'
import { withLimit } from './time-limit.ts'

/**
 * Hooks around a tool call (seed 004). `prepareArguments` belongs to the tool and is in `tools/tool.ts`; these two see
 * every call of every tool, remote ones too. The product's hooks are listed only in `all-tool-hooks.ts`. Either may
 * throw: the call then ends with an error that the model can read, and the other calls continue.
 */

export type BeforeToolCall = {
  /**
   * Called twice. `announced`: in the order of the calls, before any of them is committed, so before a person is asked
   * to approve it; a call blocked here never appears as a question. `starting`: right before each run, since the person
   * may have edited the arguments, days may have passed, or a crash. A hook that counts should count here.
   */
  stage: 'announced' | 'starting'
  tool: Tool
  /** Parsed and checked. */
  args: unknown
  /**
   * The rows of the transcript in the session's machine, oldest first; once the call starts, they include the answer
   * that makes it.
   */
  messages: Immutable<Message[]>
  signal: AbortSignal
}

type BeforeToolCallHook = (
  call: BeforeToolCall,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
) => Promise<BlockToolCall | void> | BlockToolCall | void

/** The call does not run; the model reads the reason. */
type BlockToolCall = { block: true; reason?: string | undefined }

export type ToolResult = {
  content: ToolBlock[]
  details?: Display | undefined
  terminate: boolean
  isError: boolean
}
type AfterToolCall = {
  toolCallId: string
  tool: Tool
  args: unknown
  result: ToolResult
  messages: Immutable<Message[]>
  signal: AbortSignal
}

/**
 * Called when a tool has ended with a result or an error; not when it waits or asks, and not for a call that was
 * stopped, blocked or over its time. The returned fields replace those of the result. Nothing is committed before it
 * has ended: after a crash in between, a repeatable call runs again, and a `once` call has an unknown outcome without
 * this hook.
 */
export type AfterToolCallHook = (
  call: AfterToolCall,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
) => Promise<Partial<ToolResult> | void> | Partial<ToolResult> | void

export type ToolHooks = {
  beforeToolCall?: BeforeToolCallHook | undefined
  afterToolCall?: AfterToolCallHook | undefined
}

/**
 * Combines hooks into one pair: the first hook that blocks decides, and each sees the result as the hooks before it
 * left it.
 */
export function combineHooks(all: readonly ToolHooks[]): ToolHooks {
  return {
    beforeToolCall: async (call) => {
      for (const { beforeToolCall } of all) {
        const verdict = await beforeToolCall?.(call)
        if (verdict?.block) return verdict
      }
      return undefined
    },
    afterToolCall: async (call) => {
      let changes: Partial<ToolResult> = {}
      for (const { afterToolCall } of all) {
        const rewritten = await afterToolCall?.({ ...call, result: { ...call.result, ...changes } })
        changes = { ...changes, ...given(rewritten ?? {}) }
      }
      return changes
    },
  }
}

/** Fields with the value undefined replace nothing. */
export const given = (changes: Partial<ToolResult>): Partial<ToolResult> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Milliseconds: a hook that never ends would block the answer. */
const LIMIT = 60_000

/** Why a call must not run, in words for the model; null: it may, or it was cancelled meanwhile. Never rejects. */
export async function problemBefore(
  hooks: ToolHooks,
  call: Omit<BeforeToolCall, 'signal'>,
  controller: AbortController,
): Promise<string | null> {
  const { beforeToolCall } = hooks
  if (!beforeToolCall) return null
  const limited = await withLimit(controller, LIMIT, async () => beforeToolCall({ ...call, signal: controller.signal }))
  switch (limited.type) {
    case 'done':
      return limited.value?.block ? `This call was blocked: ${limited.value.reason ?? 'no reason was given'}.` : null
    case 'failed':
      return `This call could not be prepared: ${describeError(limited.error)}`
    case 'over-limit':
      return `This call could not be prepared: what had to look at it first took longer than ${LIMIT / 1000} seconds.`
    case 'cancelled':
      return null
  }
}
