import { type EventRules, isRecord } from './events.ts'

/**
 * The events of the Responses API. The library skips events that it does not know, and fails at a new variant of one that it knows: so
 * annotations, and items of tools that OpenAI runs itself, which no answer of ours keeps, do not come to it.
 */

const ITEMS = new Set(['message', 'reasoning', 'function_call'])
const NOT_OURS =
  /^response\.(output_text\.annotation|code_interpreter_call|image_generation_call|custom_tool_call|apply_patch_call|mcp_)/

const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed'])

export function responsesEvents(): EventRules {
  let counted: Record<string, unknown> | null = null
  return {
    read: (event) => {
      if (!isRecord(event)) return { event }
      const { type, item } = event
      if (typeof type !== 'string' || NOT_OURS.test(type)) return typeof type === 'string' ? 'skip' : { event }
      const isItem = type === 'response.output_item.added' || type === 'response.output_item.done'
      if (isItem && isRecord(item) && typeof item['type'] === 'string' && !ITEMS.has(item['type'])) return 'skip'
      if (!LAST.has(type)) return { event }
      const response = isRecord(event['response']) ? event['response'] : {}
      counted = isRecord(response['usage']) ? response['usage'] : counted
      return { event, end: 'last' }
    },
    usage: () => {
      if (counted === null) return null
      const { input_tokens: input, output_tokens: output } = counted
      return { input: typeof input === 'number' ? input : 0, output: typeof output === 'number' ? output : 0 }
    },
  }
}
