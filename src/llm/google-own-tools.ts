import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { AssistantPart } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { ProviderMeta, ThinkingBlock } from './port.ts'

/**
 * Calls of Google's own tools, and their results, in an answer that also calls ours. Until the next user message Google
 * wants them back unchanged, with their signatures, so they are stored as a thinking block without words.
 */

/** Characters of JSON stored of a result. */
const LONGEST = 200_000

type OwnToolPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' | 'tool-result' }>

/** The data to store of such a part; null: another kind of part. */
export function ownToolMeta(part: OwnToolPart): ProviderMeta | null {
  const { serverToolCallId: id, serverToolType: type, thoughtSignature } = part.providerMetadata?.['google'] ?? {}
  if (typeof id !== 'string' || typeof type !== 'string') return null
  const signed = typeof thoughtSignature === 'string' ? { thoughtSignature } : {}
  if (part.type === 'tool-call') return { google: { ownTool: { id, type, args: part.input, ...signed } } }
  const whole = JSON.stringify(part.result ?? {}).length <= LONGEST
  return { google: { ownTool: { id, type, response: whole ? part.result : {}, ...signed } } }
}

/** The part in the library's form; null: the block is real thinking. */
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

/** The library fails on a part without an id and a type. */
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
