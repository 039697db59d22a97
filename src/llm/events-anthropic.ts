import { type EventRules, isRecord, type Verdict } from './events.ts'

/**
 * The events of the Messages API that we know. Anthropic reserves the right to add events, blocks and deltas; what the provider's own tools
 * do comes as blocks, too, and is not ours to carry out. All of that is skipped.
 */

const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])
const DELTAS = new Set(['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta'])

export function anthropicEvents(): EventRules {
  const skipped = new Set<unknown>()
  let counted: Record<string, number> = {}

  const read = (event: unknown): Verdict => {
    if (!isRecord(event)) return { event }
    const { type, index } = event
    switch (type) {
      case 'message_start': {
        const message = isRecord(event['message']) ? event['message'] : {}
        counted = numbersIn(message['usage'])
        return { event: { type, message: { ...pick(message, ['id', 'model', 'role', 'type']), usage: counted } } }
      }
      case 'content_block_start': {
        const block = event['content_block']
        if (!isRecord(block) || !BLOCKS.has(String(block['type']))) {
          skipped.add(index)
          return 'skip'
        }
        const known = pick(block, ['type', 'text', 'thinking', 'signature', 'data', 'id', 'name', 'input'])
        return { event: { type, index, content_block: known } }
      }
      case 'content_block_delta': {
        const delta = event['delta']
        return skipped.has(index) || !isRecord(delta) || !DELTAS.has(String(delta['type'])) ? 'skip' : { event }
      }
      case 'content_block_stop':
        return skipped.has(index) ? 'skip' : { event }
      case 'message_delta': {
        const delta = isRecord(event['delta']) ? event['delta'] : {}
        counted = { ...counted, ...numbersIn(event['usage']) }
        const said = { type, delta: pick(delta, ['stop_reason', 'stop_sequence']), usage: numbersIn(event['usage']) }
        return { event: said, ...(delta['stop_reason'] ? { end: 'finish' } : {}) }
      }
      case 'message_stop':
        return { event, end: 'last' }
      case 'ping':
      case 'error':
        return { event }
      default:
        // without a type it is no event of theirs: the library says so
        return typeof type === 'string' ? 'skip' : { event }
    }
  }
  return {
    read,
    usage: () => {
      const { input_tokens = 0, output_tokens = 0 } = counted
      const { cache_read_input_tokens: cacheRead = 0, cache_creation_input_tokens: cacheWrite = 0 } = counted
      if (Object.keys(counted).length === 0) return null
      return { input: input_tokens + cacheRead + cacheWrite, output: output_tokens, cacheRead, cacheWrite }
    },
  }
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
