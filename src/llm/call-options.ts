import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { AdapterOptions } from './adapter.ts'
import type { LlmRequest } from './port.ts'

type Plain = Pick<
  LanguageModelV4CallOptions,
  'tools' | 'toolChoice' | 'maxOutputTokens' | 'abortSignal' | 'temperature' | 'topP' | 'seed'
>

/**
 * The part of a V4 call that is the same for every provider: tools, their choice, the output limit, what the person sets for all questions,
 * the signal. The library leaves out what it knows a model to refuse.
 */
export function plainOptions(request: LlmRequest, signal: AbortSignal, advanced: AdapterOptions['advanced']): Plain {
  const { temperature, topP, seed, maxOutput } = advanced ?? {}
  const limit = request.maxOutputTokens ?? maxOutput
  const plain: Plain = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(limit === undefined ? {} : { maxOutputTokens: limit }),
    abortSignal: signal,
  }
  if (request.tools.length === 0) return plain
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
  return { ...plain, tools, toolChoice }
}
