import { inOrder } from '../agent/answer-order.ts'
import type { Message } from '../agent/message.ts'
import { textsOfCall } from './call-texts.ts'
import { saidText } from './said-text.ts'

/**
 * A searchable part of a message. `said`: a text of the person or the model; `run`: code that the provider ran; `call`:
 * a tool call, by its `id`. `text`: everything that is shown of it, lines and pieces apart.
 */
export type RowPart = { kind: 'said' | 'run'; text: string } | { kind: 'call'; id: string; text: string }

/** In the order of the page. Thinking is not searched. */
export function partsOf(message: Message): RowPart[] {
  if (message.role === 'user')
    return message.content.flatMap((block): RowPart[] =>
      block.type === 'text' ? [{ kind: 'said', text: block.text }] : [],
    )
  return inOrder(message.content, message.calls).flatMap((block): RowPart[] => {
    if (block.type === 'text') return [{ kind: 'said', text: saidText(block.text) }]
    if (block.type === 'code-run') return [{ kind: 'run', text: `${block.code}\n${block.output ?? ''}` }]
    if (block.type !== 'tool-call') return []
    return [{ kind: 'call', id: block.call.id, text: textsOfCall(block.call).join('\n') }]
  })
}
