import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { LlmMessage } from './port.ts'

/**
 * An answer in which OpenAI ran something itself (a search) cannot be sent back item by item, since what it ran is not kept: a message, a
 * call or thinking under its own id is refused without the items that it came with. Such an answer goes back as plain words and calls.
 */

/** Takes the ids and the encrypted thinking from what comes after the first such run: changes the parts of one answer, in their order. */
export function withoutLostItems(): (part: LanguageModelV4StreamPart) => void {
  let ran = false
  return (part) => {
    // results of our own tools do not come from a model
    if (part.type === 'tool-result') ran = true
    if (ran && 'providerMetadata' in part) delete part.providerMetadata
  }
}

/** Thinking that was followed by such a run is left out: what stands after it now has no id of OpenAI's. */
export function withoutTornThinking(messages: readonly LlmMessage[]): LlmMessage[] {
  return messages.map((message) => {
    if (message.role !== 'assistant') return message
    const { content } = message
    const kept = content.filter((block, at) => {
      if (block.type !== 'thinking') return true
      const next = content.slice(at + 1).find(({ type }) => type !== 'thinking')
      return next === undefined || next.meta?.['openai'] !== undefined
    })
    return { ...message, content: kept }
  })
}
