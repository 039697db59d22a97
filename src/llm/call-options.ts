import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
} from '@ai-sdk/provider'
import { runsCode } from '../settings/own-code.ts'
import type { ProviderKind } from '../settings/provider-kind.ts'
import { searchesWeb } from '../settings/web-search.ts'
import type { AdapterOptions } from './adapter.ts'
import type { LlmRequest } from './port.ts'

type Plain = Pick<
  LanguageModelV4CallOptions,
  'tools' | 'toolChoice' | 'maxOutputTokens' | 'abortSignal' | 'temperature' | 'topP' | 'seed'
>

/**
 * The part of a V4 call that is the same for every provider: tools, tool choice, output limit, the person's request
 * settings, signal. `own`: tools that the provider runs itself. The library leaves out what it knows a model to refuse.
 */
export function plainOptions(
  request: LlmRequest,
  signal: AbortSignal,
  advanced: AdapterOptions['advanced'],
  own: readonly LanguageModelV4ProviderTool[] = [],
): Plain {
  const { temperature, topP, seed, maxOutput } = advanced ?? {}
  const limit = request.maxOutputTokens ?? maxOutput
  const plain: Plain = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(limit === undefined ? {} : { maxOutputTokens: limit }),
    abortSignal: signal,
  }
  if (request.tools.length === 0) return own.length === 0 ? plain : { ...plain, tools: [...own] }
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
  return { ...plain, tools: [...tools, ...own], toolChoice }
}

type OwnTool = Pick<LanguageModelV4ProviderTool, 'id' | 'name'> & { args?: LanguageModelV4ProviderTool['args'] }

/**
 * The provider's own search, if the person allows it and the model can; with no tool calls allowed, there is no search
 * either.
 */
export function ownSearch(
  kind: ProviderKind,
  baseUrl: string,
  { webSearch, model, toolChoice }: LlmRequest,
  tool: OwnTool,
): LanguageModelV4ProviderTool[] {
  const may = webSearch === true && toolChoice !== 'none' && searchesWeb({ kind, baseUrl }, model)
  return may ? [{ type: 'provider', args: {}, ...tool }] : []
}

/** The provider's own code sandbox, by the same rules as its search. */
export function ownCode(
  kind: ProviderKind,
  baseUrl: string,
  { ownCode: allowed, model, toolChoice }: LlmRequest,
  tool: OwnTool,
): LanguageModelV4ProviderTool[] {
  const may = allowed === true && toolChoice !== 'none' && runsCode({ kind, baseUrl }, model)
  return may ? [{ type: 'provider', args: {}, ...tool }] : []
}
