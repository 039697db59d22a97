import type { Display, Tool, ToolImage, ToolText } from '../tools/tool.ts'

/**
 * What stands around a tool call (seed 004). `prepareArguments` is the tool's own and stands in `tools/tool.ts`; these two see every
 * call. Either may throw: the call then ends with an error that the model can read, and the others go on.
 */

export type BeforeToolCall = {
  tool: Tool
  /** Parsed and checked. */
  args: unknown
}

/** Called in the order of the calls, before any of them is announced, so before the person is asked to approve it. */
export type BeforeToolCallHook = (
  call: BeforeToolCall,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
) => Promise<BlockToolCall | void> | BlockToolCall | void

/** The call does not run; the model reads the reason. */
export type BlockToolCall = { block: true; reason?: string | undefined }

export type ToolResult = {
  content: (ToolText | ToolImage)[]
  details?: Display | undefined
  terminate: boolean
  isError: boolean
}
export type AfterToolCall = {
  toolCallId: string
  tool: Tool
  args: unknown
  result: ToolResult
  signal: AbortSignal
}

/** Called when a tool has ended with a result or an error, not when it waits or asks. What it returns replaces those fields. */
export type AfterToolCallHook = (
  call: AfterToolCall,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing
) => Promise<Partial<ToolResult> | void> | Partial<ToolResult> | void

export type ToolHooks = {
  beforeToolCall?: BeforeToolCallHook | undefined
  afterToolCall?: AfterToolCallHook | undefined
}
