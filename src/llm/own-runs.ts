import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { LlmMessage } from './port.ts'

/**
 * An answer in which OpenAI ran something itself (a search) cannot be sent back item by item, since the run is not
 * stored: a message, a call or thinking with its own id is refused without the items that it came with. Such an answer
 * is sent back as plain words and calls.
 */

/** Removes ids and encrypted thinking after the first such run: changes the parts of one answer, in order. */
export function withoutLostItems(): (part: LanguageModelV4StreamPart) => void {
  let ran = false
  return (part) => {
    // results of our own tools do not come from a model
    if (part.type === 'tool-result') ran = true
    if (ran && 'providerMetadata' in part) delete part.providerMetadata
  }
}

/** Leaves out thinking that such a run followed: the item after it no longer has an OpenAI id. */
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
