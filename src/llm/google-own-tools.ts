import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { AssistantPart } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { ProviderMeta, ThinkingBlock } from './port.ts'

/**
 * Calls of Google's own tools in an answer that also calls ours, and their results. Within the round Google wants them
 * back unchanged, with their signatures, so they are kept as a thinking block without words.
 */

/** Characters of JSON that are kept of a result. */
const LONGEST = 200_000

type OwnToolPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' | 'tool-result' }>

/** The data to keep of such a part; null: the part is something else. */
export function ownToolMeta(part: OwnToolPart): ProviderMeta | null {
  const { serverToolCallId: id, serverToolType: type, thoughtSignature } = part.providerMetadata?.['google'] ?? {}
  if (typeof id !== 'string' || typeof type !== 'string') return null
  const signed = typeof thoughtSignature === 'string' ? { thoughtSignature } : {}
  if (part.type === 'tool-call') return { google: { ownTool: { id, type, args: part.input, ...signed } } }
  const whole = JSON.stringify(part.result ?? {}).length <= LONGEST
  return { google: { ownTool: { id, type, response: whole ? part.result : {}, ...signed } } }
}

/** The part as the library takes it back; null: the block is a real thought. */
export function ownToolParts({ meta }: ThinkingBlock): AssistantPart[] | null {
  const kept = meta?.['google']?.['ownTool']
  if (!isRecord(kept)) return null
  const { id, type, args, response, thoughtSignature } = kept
  const named = {
    toolCallId: String(id),
    toolName: `server:${type}`,
    providerOptions: {
      google: {
        serverToolCallId: String(id),
        serverToolType: String(type),
        ...(typeof thoughtSignature === 'string' && { thoughtSignature }),
      },
    },
  }
  if (response === undefined) return [{ type: 'tool-call', ...named, input: args, providerExecuted: true }]
  return [{ type: 'tool-result', ...named, output: { type: 'json', value: response as never } }]
}

/** The library fails at a part without an id and a type. */
export function tidyOwnTool(part: Record<string, unknown>): Record<string, unknown> {
  for (const name of ['toolCall', 'toolResponse']) {
    const told = part[name]
    if (!isRecord(told)) continue
    const { thoughtSignature } = part
    return {
      [name]: {
        toolType: text(told['toolType']),
        id: text(told['id']),
        ...(name === 'toolCall' ? { args: told['args'] } : { response: told['response'] }),
      },
      ...(typeof thoughtSignature === 'string' && { thoughtSignature }),
    }
  }
  return part
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
