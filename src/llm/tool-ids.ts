import type { LlmMessage } from './port.ts'

/**
 * Gives every tool call of a request a unique id that its provider accepts, and its result the same id. Providers
 * repeat ids between answers and have their own rules for characters, and a session may change its provider. Valid ids
 * stay.
 */
export function uniqueToolIds(messages: LlmMessage[], accepts: RegExp): LlmMessage[] {
  const used = new Set<string>()
  let waiting: { from: string; to: string }[] = []
  const fresh = (id: string): string => {
    if (accepts.test(id) && !used.has(id)) return id
    for (let n = used.size + 1; ; n++) {
      // nine letters and digits: the strictest rule of any provider (Mistral)
      const candidate = `c${String(n).padStart(8, '0')}`
      if (!used.has(candidate)) return candidate
    }
  }
  return messages.map((message) => {
    if (message.role === 'assistant') {
      waiting = []
      const content = message.content.map((block) => {
        if (block.type !== 'tool-call') return block
        const id = fresh(block.id)
        used.add(id)
        waiting.push({ from: block.id, to: id })
        return { ...block, id }
      })
      return { ...message, content }
    }
    if (message.role !== 'tool') return message
    const at = waiting.findIndex(({ from }) => from === message.id)
    const pair = waiting[at]
    if (pair === undefined) return message
    waiting.splice(at, 1)
    return { ...message, id: pair.to }
  })
}
