import { inOrder, type Ordered } from '../../agent/answer-order.ts'
import type { Answer, ToolCall } from '../../agent/message.ts'
import { type StreamBlock, type StreamSnapshot, textLength } from '../../protocol/common.ts'

/** One block of an answer as it is shown. `coming-call`: one that is still being written; `text` is its arguments so far. */
export type ShownBlock =
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; text: string; ms?: number | undefined }
  | { kind: 'image'; blob: string; mediaType: string }
  | { kind: 'coming-call'; name: string; text: string }
  | { kind: 'call'; call: ToolCall }
export type ShownAnswer = {
  blocks: readonly ShownBlock[]
  /** More text is expected to be added to these very blocks. */
  growing: boolean
  /** The text is what an asking left that broke off. */
  interrupted: boolean
  /** A newer asking is writing meanwhile, and has not come as far. */
  passing: boolean
  /** How growing text goes on after an interruption; null: nothing to say. */
  resumed: string | null
}

/** The page names which way it goes on (DESIGN 7): one of them costs the answer's tokens again. */
const RESUMED: Record<StreamSnapshot['way'], string | null> = {
  asked: null,
  'asked-again': 'Asked again after an interruption',
  're-attached': 'Picked up where the provider was: nothing asked twice',
}

const hasText = (stream: StreamSnapshot): boolean => stream.blocks.some((block) => block.text !== '')

/**
 * What is shown of an answer: its own content once it has ended; before that what streams in, or the longest text that an earlier asking
 * left, for as long as that is longer: nobody is thrown back to the first word of what they were reading.
 */
export function shownAnswer(answer: Answer, stream: StreamSnapshot | undefined): ShownAnswer {
  const own = inOrder(answer.content, answer.calls).map(ownBlock)
  const ended = answer.status !== 'streaming' && answer.status !== 'waiting'
  if (ended) return { blocks: own, growing: false, interrupted: false, passing: false, resumed: null }
  // the page says when its next asking comes: no more need be said
  const waits = answer.status === 'waiting'
  const kept = stream?.earlier?.map(comingBlock) ?? []
  const earlier = lengthOf(kept) > lengthOf(own) ? kept : own
  if (!stream || !hasText(stream))
    return {
      blocks: earlier,
      growing: false,
      interrupted: lengthOf(earlier) > 0 && !waits,
      passing: false,
      resumed: null,
    }
  const growing = stream.live && answer.status === 'streaming'
  if (lengthOf(earlier) > textLength(stream.blocks))
    return { blocks: earlier, growing: false, interrupted: !waits, passing: growing, resumed: null }
  const resumed = growing ? RESUMED[stream.way] : null
  // announced a moment before the answer completes: decided about already, so shown as what they are
  const blocks =
    answer.calls.length === 0
      ? stream.blocks.map(comingBlock)
      : [...stream.blocks.filter(({ kind }) => kind !== 'tool-call').map(comingBlock), ...answer.calls.map(callBlock)]
  return { blocks, growing, interrupted: !growing && !waits, passing: false, resumed }
}

const callBlock = (call: ToolCall): ShownBlock => ({ kind: 'call', call })

function ownBlock(block: Ordered<ToolCall>): ShownBlock {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text }
    case 'thinking':
      return { kind: 'thinking', text: block.text, ms: block.ms }
    case 'image':
      return { kind: 'image', blob: block.blob, mediaType: block.mediaType }
    case 'tool-call':
      return callBlock(block.call)
  }
}

const comingBlock = ({ kind, text, name = 'tool' }: StreamBlock): ShownBlock =>
  kind === 'tool-call' ? { kind: 'coming-call', name, text } : { kind, text }

const lengthOf = (blocks: readonly ShownBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.kind === 'text' || block.kind === 'thinking' ? block.text.length : 0), 0)
