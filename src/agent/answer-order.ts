import type { AnswerBlock } from './content.ts'

/** The content of an answer besides its calls. */
export type SaidBlock = Exclude<AnswerBlock, { type: 'tool-call' }>
export type Ordered<Call> = SaidBlock | { type: 'tool-call'; call: Call }

/**
 * An answer in the order in which the model made it: text, thinking, images, and each call once. Calls without a place
 * come last, in their order. (Answers of the first versions kept no places. A place that names no call is ignored.)
 */
export const inOrder = <Call>(content: readonly AnswerBlock[], calls: readonly Call[]): Ordered<Call>[] => {
  const left = new Map(calls.entries())
  const ordered = content.flatMap((block): Ordered<Call>[] => {
    if (block.type !== 'tool-call') return [block]
    const call = left.get(block.call)
    if (call === undefined) return []
    left.delete(block.call)
    return [{ type: 'tool-call', call }]
  })
  return [...ordered, ...[...left.values()].map((call) => ({ type: 'tool-call' as const, call }))]
}
