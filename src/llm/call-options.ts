import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { LlmRequest } from './port.ts'

/** The part of a V4 call that is the same for every provider: tools, their choice, the output limit, the signal. */
export function toolOptions(
  request: LlmRequest,
  signal: AbortSignal,
): Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice' | 'maxOutputTokens' | 'abortSignal'> {
  const limit = request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }
  if (request.tools.length === 0) return { ...limit, abortSignal: signal }
  const tools = request.tools.map(
    (tool): LanguageModelV4FunctionTool => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: tool.parameters as LanguageModelV4FunctionTool['inputSchema'],
    }),
  )
  const choice = request.toolChoice
  const toolChoice = typeof choice === 'string' ? { type: choice } : { type: 'tool' as const, toolName: choice.name }
  return { ...limit, tools, toolChoice, abortSignal: signal }
}
