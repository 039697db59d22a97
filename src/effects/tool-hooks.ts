import type { Immutable } from 'mutative'
import type { Message } from '../agent/message.ts'
import type { Display, Tool, ToolBlock } from '../tools/tool.ts'
import { describeError } from './describe-error.ts'
import { withLimit } from './time-limit.ts'

/**
 * What stands around a tool call (seed 004). `prepareArguments` is the tool's own and stands in `tools/tool.ts`; these two see every
 * call of every tool, remote ones too. Those of the product are listed in `all-tool-hooks.ts`, and nowhere else. Either may throw: the
 * call then ends with an error that the model can read, and the others go on.
 */

export type BeforeToolCall = {
  /**
   * Asked twice. `announced`: in the order of the calls, before any of them is committed, so before a person is asked to approve it;
   * what is blocked here never shows up as a question. `starting`: right before each run, since the person may have edited the
   * arguments, days may have passed, or a crash. A hook that counts should count here.
   */
  stage: 'announced' | 'starting'
  tool: Tool
  /** Parsed and checked. */
  args: unknown
  /** The rows of the transcript that the session's machine holds, oldest first; the answer that makes this call is in it once it starts. */
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
 * Called when a tool has ended with a result or an error, not when it waits or asks, and not for what was stopped, blocked or over its
 * time. What it returns replaces those fields. Nothing is committed before it has ended: after a crash in between, a call that may run
 * again runs again, and a `once` call is an unknown outcome without it.
 */
export type AfterToolCallHook = (
  call: AfterToolCall,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
) => Promise<Partial<ToolResult> | void> | Partial<ToolResult> | void

export type ToolHooks = {
  beforeToolCall?: BeforeToolCallHook | undefined
  afterToolCall?: AfterToolCallHook | undefined
}

/** One pair out of many: the first that blocks decides, and each sees the result as the ones before it have left it. */
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

/** Fields that are there but undefined replace nothing. */
export const given = (changes: Partial<ToolResult>): Partial<ToolResult> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

/** Milliseconds: a hook that never ends would hold up the answer for ever. */
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
