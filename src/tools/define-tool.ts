import type * as z from 'zod/mini'
import type { Tool } from './tool.ts'

/** Default time limit of a tool, in milliseconds. */
export const DEFAULT_TIME_LIMIT = 5 * 60_000

/**
 * Checks a tool against its own parameters and returns it as a general `Tool`. The cast is sound because `run` only
 * ever gets what `parameters` has parsed (`validate.ts`).
 */
export function defineTool<Parameters extends z.ZodMiniType>(tool: Tool<Parameters>): Tool {
  return tool as unknown as Tool
}
