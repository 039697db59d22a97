import type * as z from 'zod/mini'
import type { Tool } from './tool.ts'

/** Milliseconds a tool may take when it has no reason to say otherwise. */
export const DEFAULT_TIME_LIMIT = 5 * 60_000

/**
 * Checks a tool against its own parameters and gives it the type that lists of tools have. The cast is sound because
 * `run` is only ever called with what `parameters` has parsed (`validate.ts`).
 */
export function defineTool<Parameters extends z.ZodMiniType>(tool: Tool<Parameters>): Tool {
  return tool as unknown as Tool
}
