import { ranBlock } from './anthropic-code.ts'
import { type Container, containerIn } from './anthropic-container.ts'
import { numbersIn } from './counts.ts'
import type { EventRules, Verdict } from './events.ts'
import { isRecord } from './is-record.ts'
import { gatherPictures, pictureIn } from './picture.ts'
import { gatherSources } from './sources.ts'

/**
 * The known events of the Messages API. Anthropic may add events, blocks and deltas at any time, so unknown ones are
 * skipped; so is the output of its own tools, except the code that it runs. Search results split the text into a block
 * for each claim that cites a page: adjacent text blocks are joined into one, and the pages are collected.
 */

const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])
const DELTAS = new Set(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta'])

export type AnthropicEvents = EventRules & {
  /** The sandbox in which code was run; null: none was named. */
  container: () => Container | null
}

/** `note`: called with what was repaired. */
export function anthropicEvents(note: (what: string) => void = () => undefined): AnthropicEvents {
  const skipped = new Set<unknown>()
  const sources = gatherSources()
  /** Index under which each text block is passed on. */
  const texts = new Map<unknown, unknown>()
  /** Index of a text that has ended but may continue in the next block; null: none. */
  let ended: unknown = null
  let written = 0
  /** Pages that each text block cites as a whole. */
  const cites = new Map<unknown, (number | null)[]>()
  let counted: Record<string, number> = {}
  let searches = 0
  /** Tokens of thinking; null: not reported. */
  let thought: number | null = null
  let tier: unknown = null
  let container: Container | null = null
  const pictures = gatherPictures()
  let blocks = 0
  let isEnding = false
  let hasStopped = false

  /** The event, preceded by the held-back end of a text. */
  const after = (verdict: Verdict): Verdict => {
    if (ended === null) return verdict
    const before = { type: 'content_block_stop', index: ended }
    ended = null
    if (typeof verdict === 'string') return { event: before }
    return 'failed' in verdict ? verdict : { ...verdict, before: [before, ...(verdict.before ?? [])] }
  }

  const read = (given: unknown): Verdict => {
    if (!isRecord(given)) return { event: given }
    const event = withPlace(given)
    const message = isRecord(event['message']) ? event['message'] : event
    // a whole answer in its first or its closing event
    const late = LATE.has(String(event['type'])) && blocks === 0 ? contentIn(message) : []
    if (late.length === 0) return readEach(event)
    note('words in the closing event')
    const told = late.flatMap(blockEvents)
    const all = event['type'] === 'message_start' ? [event, ...told] : [...told, event]
    return joined(all.map(readEach))
  }

  const readEach = (event: Record<string, unknown>): Verdict => {
    const { type } = event
    if (type === 'ping') return { event }
    if (type === 'content_block_start') {
      blocks++
      return startBlock(event)
    }
    const index = texts.get(event['index']) ?? event['index']
    if (type === 'content_block_stop' && texts.has(event['index'])) {
      ended = index
      for (const source of cites.get(event['index']) ?? []) sources.cite(source, written)
      return 'hold'
    }
    return after(readOther(event, index))
  }

  const startBlock = (event: Record<string, unknown>): Verdict => {
    const { type, index, content_block: block } = event
    const ran = isRecord(block) ? ranBlock(block) : null
    if (ran !== null) return after({ event: { type, index, content_block: ran } })
    if (!isRecord(block) || !BLOCKS.has(String(block['type']))) {
      const picture = isRecord(block) && block['type'] === 'image' ? pictureIn(block) : null
      // a web address stays an address that the person may open
      if (typeof picture === 'string')
        return joined(blockEvents({ type: 'text', text: picture }, Number(index)).map(readEach))
      skipped.add(index)
      if (picture !== null) pictures.take(picture, written)
      return after('skip')
    }
    const known = pick(block, ['type', 'text', 'thinking', 'signature', 'data', 'id', 'name', 'input'])
    if (block['type'] === 'tool_use') {
      if (typeof known['id'] !== 'string') known['id'] = `call_${String(index)}`
      if (typeof known['input'] === 'string') known['input'] = recordIn(known['input'])
    }
    if (block['type'] === 'text') {
      texts.set(index, ended ?? index)
      if (ended !== null && !block['text']) {
        ended = null
        return 'hold'
      }
      texts.set(index, index)
    }
    return after({ event: { type, index, content_block: known } })
  }

  const readOther = (event: Record<string, unknown>, index: unknown): Verdict => {
    const { type } = event
    switch (type) {
      case 'message_start': {
        const message = isRecord(event['message']) ? event['message'] : {}
        counted = numbersIn(message['usage'])
        tier = tierIn(message['usage']) ?? tier
        container = containerIn(message['container'])
        const usage = { input_tokens: 0, ...counted }
        return { event: { type, message: { ...pick(message, ['id', 'model', 'role', 'type']), usage } } }
      }
      case 'content_block_delta': {
        const delta = event['delta']
        if (skipped.has(index) || !isRecord(delta)) return 'skip'
        if (delta['type'] === 'citations_delta' && isRecord(delta['citation'])) {
          const source = sources.take(delta['citation']['url'], delta['citation']['title'])
          cites.set(event['index'], [...(cites.get(event['index']) ?? []), source])
          return 'hold'
        }
        if (!DELTAS.has(String(delta['type']))) return 'skip'
        if (delta['type'] === 'text_delta' && typeof delta['text'] === 'string') written += delta['text'].length
        return { event: index === event['index'] ? event : { ...event, index } }
      }
      case 'content_block_stop':
        return skipped.has(index) ? 'skip' : { event }
      case 'message_delta': {
        const delta = isRecord(event['delta']) ? event['delta'] : {}
        counted = { ...counted, ...numbersIn(event['usage']) }
        thought = thoughtIn(event['usage']) ?? thought
        searches = searchesIn(event['usage']) ?? searches
        tier = tierIn(event['usage']) ?? tier
        container = containerIn(delta['container']) ?? container
        // after ten of its own runs it pauses: the answer is cut off, and may be continued
        if (delta['stop_reason'] === 'pause_turn') delta['stop_reason'] = 'max_tokens'
        const usage = {
          output_tokens: counted['output_tokens'] ?? 0,
          ...numbersIn(event['usage']),
          ...(thought !== null && { output_tokens_details: { thinking_tokens: thought } }),
        }
        isEnding ||= typeof delta['stop_reason'] === 'string' && delta['stop_reason'] !== ''
        const said = { type, delta: pick(delta, ['stop_reason', 'stop_sequence']), usage }
        return { event: said, ...(isEnding ? { end: 'finish' } : {}) }
      }
      case 'message_stop':
        hasStopped = true
        return { event: { type }, end: 'last' }
      default:
        // without a type it is not a known event: the library reports that
        return typeof type === 'string' ? 'skip' : { event }
    }
  }
  return {
    read,
    // after a stop reason the answer is complete
    atEnd: () => {
      if (!isEnding || hasStopped) return []
      hasStopped = true
      note('an end without message_stop')
      const before = ended === null ? [] : [{ type: 'content_block_stop', index: ended }]
      ended = null
      return [...before, { type: 'message_stop' }]
    },
    whole: (document) => {
      const { type, content, stop_reason: reason, usage } = document
      if (!Array.isArray(content) && typeof content !== 'string') return typeof type === 'string' ? [document] : null
      return [
        { type: 'message_start', message: { ...document, content: [] } },
        ...contentIn(document).flatMap(blockEvents),
        { type: 'message_delta', delta: { stop_reason: reason ?? 'end_turn' }, usage },
        { type: 'message_stop' },
      ]
    },
    pictures: pictures.found,
    found: sources.found,
    searches: () => searches,
    tier: () => tier,
    container: () => container,
    usage: () => {
      const { input_tokens = 0, output_tokens = 0 } = counted
      const { cache_read_input_tokens: cacheRead = 0, cache_creation_input_tokens: cacheWrite = 0 } = counted
      if (Object.keys(counted).length === 0) return null
      const thinking = thought === null ? {} : { reasoning: thought }
      return { input: input_tokens + cacheRead + cacheWrite, output: output_tokens, cacheRead, cacheWrite, ...thinking }
    },
  }
}

/** Events that may contain a whole answer, if no block has arrived. */
const LATE = new Set(['message_start', 'message_delta', 'message_stop'])

function contentIn({ content }: Record<string, unknown>): Record<string, unknown>[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isRecord) : []
}

/** A whole block as its events. */
function blockEvents(block: Record<string, unknown>, index: number): Record<string, unknown>[] {
  const { type, text, thinking, signature, input, citations } = block
  const empty = { text: { text: '' }, thinking: { thinking: '' }, tool_use: { input: {} } }[String(type)]
  const deltas: object[] = [
    ...(type === 'text' && typeof text === 'string' ? [{ type: 'text_delta', text }] : []),
    ...(Array.isArray(citations) ? citations.map((citation) => ({ type: 'citations_delta', citation })) : []),
    ...(type === 'thinking' && typeof thinking === 'string' ? [{ type: 'thinking_delta', thinking }] : []),
    ...(typeof signature === 'string' ? [{ type: 'signature_delta', signature }] : []),
    ...(type === 'tool_use' && input !== undefined
      ? [{ type: 'input_json_delta', partial_json: typeof input === 'string' ? input : JSON.stringify(input) }]
      : []),
  ]
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

/** Several events as one. */
function joined(verdicts: Verdict[]): Verdict {
  const events = verdicts.flatMap((each) =>
    typeof each === 'string' || 'failed' in each ? [] : [...(each.before ?? []), each.event],
  )
  const last = verdicts.at(-1)
  const end = last === undefined || typeof last === 'string' || 'failed' in last ? undefined : last.end
  return { event: events.at(-1), before: events.slice(0, -1), end }
}

/** The index of a block may be a string. */
const withPlace = (event: Record<string, unknown>): Record<string, unknown> =>
  typeof event['index'] === 'string' && /^\d+$/.test(event['index'])
    ? { ...event, index: Number(event['index']) }
    : event

function recordIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function thoughtIn(usage: unknown): number | undefined {
  const details = isRecord(usage) ? usage['output_tokens_details'] : undefined
  return numbersIn(details)['thinking_tokens']
}

const tierIn = (usage: unknown): unknown => (isRecord(usage) ? usage['service_tier'] : undefined)

function searchesIn(usage: unknown): number | undefined {
  const ran = isRecord(usage) ? usage['server_tool_use'] : undefined
  return isRecord(ran) ? numbersIn(ran)['web_search_requests'] : undefined
}

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}
