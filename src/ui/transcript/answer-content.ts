import { inOrder, type Ordered } from '../../agent/answer-order.ts'
import type { Answer, ToolCall } from '../../agent/message.ts'
import { textLength } from '../../agent/stream-block.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'

/**
 * One block of an answer as it is shown. `tool-call`: with its `call`, or still coming in, by `name`, and `text` is its arguments so far.
 * `image`: by its `blob`.
 */
type ShownBlock = {
  kind: 'text' | 'thinking' | 'tool-call' | 'image'
  text: string
  ms?: number | undefined
  name?: string | undefined
  call?: ToolCall | undefined
  blob?: string | undefined
  mediaType?: string | undefined
}
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

/** The page names which way it goes on: one of them costs the answer's tokens again. */
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
  const kept: readonly ShownBlock[] = stream?.earlier ?? []
  const earlier = textLength(kept) > textLength(own) ? kept : own
  if (!stream || !hasText(stream))
    return {
      blocks: earlier,
      growing: false,
      interrupted: textLength(earlier) > 0 && !waits,
      passing: false,
      resumed: null,
    }
  const growing = stream.live && answer.status === 'streaming'
  if (textLength(earlier) > textLength(stream.blocks))
    return { blocks: earlier, growing: false, interrupted: !waits, passing: growing, resumed: null }
  const resumed = growing ? RESUMED[stream.way] : null
  // announced a moment before the answer completes: shown as what they are
  const blocks =
    answer.calls.length === 0
      ? stream.blocks
      : [...stream.blocks.filter(({ kind }) => kind !== 'tool-call'), ...inOrder([], answer.calls).map(ownBlock)]
  return { blocks, growing, interrupted: !growing && !waits, passing: false, resumed }
}

const ownBlock = (block: Ordered<ToolCall>): ShownBlock => ({ text: '', ...block, kind: block.type })
