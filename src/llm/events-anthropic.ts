import { ranBlock } from './anthropic-code.ts'
import { type Container, containerIn } from './anthropic-container.ts'
import { type EventRules, isRecord, type Verdict } from './events.ts'
import { gatherSources } from './sources.ts'

/**
 * The events of the Messages API that we know. Anthropic reserves the right to add events, blocks and deltas, and they are skipped; so is what
 * its own tools do, save for the code that it runs. What was found in a search cuts the text into a block for each claim that cites a page:
 * blocks of text that follow each other at once are told as one, and the pages are gathered.
 */

const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])
const DELTAS = new Set(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta'])

export type AnthropicEvents = EventRules & {
  /** The sandbox in which code was run; null: none was named. */
  container: () => Container | null
}

export function anthropicEvents(): AnthropicEvents {
  const skipped = new Set<unknown>()
  const sources = gatherSources()
  /** Under which index each block of text is told. */
  const texts = new Map<unknown, unknown>()
  /** The index of a text that has ended, and may go on with the next block; null: none. */
  let ended: unknown = null
  let written = 0
  /** The pages that each block of text cites for all that it says. */
  const cites = new Map<unknown, (number | null)[]>()
  let counted: Record<string, number> = {}
  let searches = 0
  let tier: unknown = null
  let container: Container | null = null

  /** The event, after the end of the text that was held back. */
  const after = (verdict: Verdict): Verdict => {
    if (ended === null) return verdict
    const before = { type: 'content_block_stop', index: ended }
    ended = null
    return typeof verdict === 'string' ? { event: before } : { ...verdict, before }
  }

  const read = (event: unknown): Verdict => {
    if (!isRecord(event)) return { event }
    const { type } = event
    if (type === 'ping') return { event }
    if (type === 'content_block_start') return startBlock(event)
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
      skipped.add(index)
      return after('skip')
    }
    const known = pick(block, ['type', 'text', 'thinking', 'signature', 'data', 'id', 'name', 'input'])
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
        return { event: { type, message: { ...pick(message, ['id', 'model', 'role', 'type']), usage: counted } } }
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
        searches = searchesIn(event['usage']) ?? searches
        tier = tierIn(event['usage']) ?? tier
        container = containerIn(delta['container']) ?? container
        // after ten runs of its own it pauses: the answer is cut off, and may be gone on with
        if (delta['stop_reason'] === 'pause_turn') delta['stop_reason'] = 'max_tokens'
        const said = { type, delta: pick(delta, ['stop_reason', 'stop_sequence']), usage: numbersIn(event['usage']) }
        return { event: said, ...(delta['stop_reason'] ? { end: 'finish' } : {}) }
      }
      case 'message_stop':
        return { event, end: 'last' }
      case 'error':
        return { event }
      default:
        // without a type it is no event of theirs: the library says so
        return typeof type === 'string' ? 'skip' : { event }
    }
  }
  return {
    read,
    found: sources.found,
    searches: () => searches,
    tier: () => tier,
    container: () => container,
    usage: () => {
      const { input_tokens = 0, output_tokens = 0 } = counted
      const { cache_read_input_tokens: cacheRead = 0, cache_creation_input_tokens: cacheWrite = 0 } = counted
      if (Object.keys(counted).length === 0) return null
      return { input: input_tokens + cacheRead + cacheWrite, output: output_tokens, cacheRead, cacheWrite }
    },
  }
}

const tierIn = (usage: unknown): unknown => (isRecord(usage) ? usage['service_tier'] : undefined)

function searchesIn(usage: unknown): number | undefined {
  const ran = isRecord(usage) ? usage['server_tool_use'] : undefined
  return isRecord(ran) ? numbersIn(ran)['web_search_requests'] : undefined
}

function pick(from: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

function numbersIn(usage: unknown): Record<string, number> {
  if (!isRecord(usage)) return {}
  return Object.fromEntries(
    Object.entries(usage).filter((field): field is [string, number] => typeof field[1] === 'number'),
  )
}
