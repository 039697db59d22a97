import { isRecord } from './is-record.ts'
import type { Usage } from './port.ts'

type Event = Record<string, unknown>

/** Usage that an interaction reports; null: none. */
export function usageOfInteraction(interaction: Event): Usage | null {
  const counted = isRecord(interaction['usage']) ? interaction['usage'] : {}
  const tokens = (name: string): number => (typeof counted[name] === 'number' ? counted[name] : 0)
  const reasoning = tokens('total_thought_tokens')
  const input = tokens('total_input_tokens') + tokens('total_tool_use_tokens')
  const output = tokens('total_output_tokens') + reasoning
  if (input + output === 0) return null
  const searches = searchesIn(interaction)
  const usage = { input, output, cacheRead: tokens('total_cached_tokens'), cacheWrite: 0, reasoning }
  return { ...usage, ...(searches !== null && searches > 0 && { searches }) }
}

/** Number of searches that it reports; null: not reported. */
export function searchesIn({ usage }: Event): number | null {
  const counts = isRecord(usage) ? usage['grounding_tool_count'] : undefined
  if (!Array.isArray(counts)) return null
  const found = counts.filter(isRecord).find(({ type }) => type === 'google_search')?.['count']
  return typeof found === 'number' ? found : 0
}
