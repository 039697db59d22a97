import { testToolHooks } from './test-tool-hooks.ts'
import { combineHooks, type ToolHooks } from './tool-hooks.ts'

/**
 * Every hook of the product, in the order of calling. To add a hook, add one file and one line here (`tool-hooks.ts`
 * says what a hook may do).
 */
const ALL_TOOL_HOOKS: readonly ToolHooks[] = [...(__FAILPOINTS__ ? [testToolHooks()] : [])]

export const TOOL_HOOKS: ToolHooks = combineHooks(ALL_TOOL_HOOKS)
