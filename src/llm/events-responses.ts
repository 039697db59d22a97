import { type EventRules, isRecord, type Verdict } from './events.ts'
import { type CitedText, citedText, gatherSources, urlCitations } from './sources.ts'

/**
 * The events of the Responses API. The library skips events that it does not know, and fails at a new variant of one that it knows: so
 * annotations do not come to it, and of what OpenAI runs itself only code, and else that there was something: see own-runs.ts. Pages that the
 * text cites are gathered.
 */

const ITEMS = new Set(['message', 'reasoning', 'function_call'])
const NOT_OURS =
  /^response\.(output_text\.annotation|code_interpreter_call|image_generation_call|custom_tool_call|apply_patch_call|mcp_)/
const CODE_DONE = 'response.code_interpreter_call_code.done'

const WORDS = new Set(['response.output_text.delta', 'response.refusal.delta'])
const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed'])

export function responsesEvents(): EventRules {
  let counted: Record<string, unknown> | null = null
  let tier: unknown = null
  const sources = gatherSources()
  let written = 0
  let searches = 0
  /** Places of code that runs: whether the code has been told. */
  const codes = new Map<unknown, boolean>()
  /** Parts of messages: annotations count from the beginning of theirs. null: its text did not come in one piece. */
  const parts = new Map<string, CitedText | null>()
  let last = ''
  const keyOf = ({ output_index, content_index }: Record<string, unknown>): string => `${output_index}.${content_index}`
  const write = (key: string, delta: string): void => {
    if (!parts.has(key)) parts.set(key, citedText(written, sources))
    else if (key !== last) parts.set(key, null)
    parts.get(key)?.add(delta)
    last = key
    written += delta.length
  }
  /** The library wants the code whole before what came of it, and takes both in this shape alone. */
  const readCode = (event: Record<string, unknown>, item: Record<string, unknown>): Verdict => {
    const { type, output_index } = event
    if (typeof item['id'] !== 'string') return 'skip'
    if (type === 'response.output_item.added') codes.set(output_index, false)
    const code = typeof item['code'] === 'string' ? item['code'] : null
    const told = { ...event, item: { ...codeItem(item), code } }
    if (type === 'response.output_item.added' || codes.get(output_index) !== false) return { event: told }
    codes.set(output_index, true)
    return { event: told, before: { type: CODE_DONE, item_id: item['id'], output_index, code: code ?? '' } }
  }
  return {
    read: (event) => {
      if (!isRecord(event)) return { event }
      const { type, item, delta, output_index } = event
      // the library holds everything back, the id of the run too, until the one, and does not know the other: a run may be queued for long
      if (type === 'response.queued') return { event: { ...event, type: 'response.in_progress' } }
      if (type === CODE_DONE && codes.get(output_index) === false && typeof event['code'] === 'string') {
        codes.set(output_index, true)
        return { event: { type, item_id: String(event['item_id']), output_index, code: event['code'] } }
      }
      if (type === 'response.output_text.annotation.added')
        for (const page of urlCitations([event['annotation']]))
          parts.get(keyOf(event))?.cite(sources.take(page['url'], page['title']), page)
      if (WORDS.has(String(type)) && typeof delta === 'string') write(keyOf(event), delta)
      if (typeof type !== 'string' || NOT_OURS.test(type)) return typeof type === 'string' ? 'skip' : { event }
      const isItem = type === 'response.output_item.added' || type === 'response.output_item.done'
      if (isItem && isRecord(item) && item['type'] === 'code_interpreter_call') return readCode(event, item)
      if (isItem && isRecord(item) && typeof item['type'] === 'string' && !ITEMS.has(item['type'])) {
        if (type !== 'response.output_item.done' || typeof item['id'] !== 'string') return 'skip'
        if (isSearch(item)) searches++
        return { event: { ...event, item: { type: 'web_search_call', id: item['id'], status: 'completed' } } }
      }
      if (!LAST.has(type)) return { event }
      const response = isRecord(event['response']) ? event['response'] : {}
      counted = isRecord(response['usage']) ? response['usage'] : counted
      tier = response['service_tier'] ?? tier
      return { event, end: 'last' }
    },
    found: sources.found,
    searches: () => searches,
    tier: () => tier,
    usage: () => {
      if (counted === null) return null
      const { input_tokens: input, output_tokens: output } = counted
      return { input: typeof input === 'number' ? input : 0, output: typeof output === 'number' ? output : 0 }
    },
  }
}

function codeItem({ id, container_id, outputs }: Record<string, unknown>): Record<string, unknown> {
  const given = Array.isArray(outputs) ? outputs.filter(isRecord) : []
  return {
    type: 'code_interpreter_call',
    id,
    container_id: typeof container_id === 'string' ? container_id : '',
    status: 'completed',
    outputs: given.flatMap(({ type, logs, url }): object[] => {
      if (type === 'logs' && typeof logs === 'string') return [{ type, logs }]
      return type === 'image' && typeof url === 'string' ? [{ type, url }] : []
    }),
  }
}

/** Opening a page and looking for words in it are told as such calls, too, and cost their tokens alone. */
function isSearch({ type, action }: Record<string, unknown>): boolean {
  return type === 'web_search_call' && !(isRecord(action) && /^(open_page|find)/.test(String(action['type'])))
}
