import { type Counting, countedIn } from './chat-usage.ts'
import { type EventRules, isRecord, type Verdict } from './events.ts'
import { citedText, gatherSources, urlCitations } from './sources.ts'

/** The chunks of chat completions, as many servers send them, made into those that the format knows. */

/** `counting`: asked when something was counted. */
export function chatEvents(counting: () => Counting): EventRules {
  let finished = false
  let called = false
  let said = false
  let counted: Record<string, unknown> | null = null
  let tier: unknown = null
  const sources = gatherSources()
  const text = citedText(0, sources)

  const read = (given: unknown): Verdict => {
    const sound = withoutNoError(given)
    if (!isRecord(sound) || sound['error'] !== undefined) return { event: sound }
    const event = withUsage(sound)
    const usage = isRecord(event['usage']) ? event['usage'] : null
    counted = usage ?? counted
    tier = event['service_tier'] ?? tier
    text.add(textIn(event))
    for (const page of pagesIn(event)) text.cite(sources.take(page['url'], page['title']), page)
    const choices = event['choices']
    if (!Array.isArray(choices)) {
      if (usage !== null) return { event: { ...event, choices: [] } }
      // something of another kind, that says what it is; anything else is for the library to judge
      return ['type', 'object', 'event'].some((name) => typeof event[name] === 'string') ? 'skip' : { event }
    }
    const choice: unknown = choices[0]
    if (!isRecord(choice)) return { event: usage === null && event['usage'] ? { ...event, usage: null } : event }
    const reason = choice['finish_reason']
    if (reason === 'model_context_window_exceeded') return { event: { error: { message: reason } } }
    if (reason === 'error') return { event: { error: errorIn(choice) } }
    const delta = tidyDelta(choice['delta'])
    if (isRecord(delta)) {
      called ||= Array.isArray(delta['tool_calls']) && delta['tool_calls'].length > 0
      said ||= typeof delta['content'] === 'string' && delta['content'] !== ''
    }
    finished ||= typeof reason === 'string' && reason !== ''
    const same =
      delta === choice['delta'] &&
      (reason === null || reason === undefined || (typeof reason === 'string' && reason !== ''))
    const odd = event['usage'] !== undefined && usage === null && event['usage'] !== null
    const tidied = same
      ? event
      : {
          ...event,
          choices: [{ ...choice, delta, finish_reason: typeof reason === 'string' && reason !== '' ? reason : null }],
        }
    return { event: odd ? { ...tidied, usage: null } : tidied, ...(finished ? { end: 'finish' as const } : {}) }
  }
  return {
    read,
    atDone: () => {
      if (finished || !(said || called)) return null
      finished = true
      return { choices: [{ index: 0, delta: {}, finish_reason: called ? 'tool_calls' : 'stop' }] }
    },
    found: sources.found,
    tier: () => tier,
    usage: () => (counted === null ? null : countedIn(counted, counting())),
  }
}

/** The library takes every event that has the field for an error. */
function withoutNoError(event: unknown): unknown {
  if (!isRecord(event) || event['error'] !== null) return event
  const { error: _, ...rest } = event
  return rest
}

/** What broke an answer whose last word is that it broke; the library would take it for finished. OpenRouter tells the maker's own word for it. */
function errorIn({ error, native_finish_reason: why }: Record<string, unknown>): unknown {
  return isRecord(error) ? error : { message: typeof why === 'string' ? why : '' }
}

/** Kimi counts within the choice. */
function withUsage(event: Record<string, unknown>): Record<string, unknown> {
  const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : undefined
  const counted = isRecord(choice) ? choice['usage'] : undefined
  return isRecord(counted) && !isRecord(event['usage']) ? { ...event, usage: counted } : event
}

function textIn(event: Record<string, unknown>): string {
  const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : undefined
  const content = isRecord(choice) && isRecord(choice['delta']) ? choice['delta']['content'] : ''
  return typeof content === 'string' ? content : ''
}

/** Pages that the answer cites (OpenRouter), or that were found for it (Perplexity). */
function pagesIn(event: Record<string, unknown>): Record<string, unknown>[] {
  const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : undefined
  const said = isRecord(choice) ? [choice['delta'], choice['message']].filter(isRecord) : []
  const found = event['search_results']
  const results = Array.isArray(found) ? found.filter(isRecord) : []
  return [...said.flatMap(({ annotations }) => urlCitations(annotations)), ...results]
}

/** Roles other than the assistant's, and calls that are no functions (tools of the provider's own), are taken out. */
function tidyDelta(delta: unknown): unknown {
  if (!isRecord(delta)) return delta
  const { role, tool_calls: calls } = delta
  const ours = Array.isArray(calls) ? calls.filter((call) => isRecord(call) && isRecord(call['function'])) : calls
  const odd = role !== undefined && role !== null && role !== 'assistant' && role !== ''
  if (!odd && (!Array.isArray(calls) || (ours as unknown[]).length === calls.length)) return delta
  return { ...delta, role: odd ? null : role, ...(Array.isArray(calls) ? { tool_calls: ours } : {}) }
}
