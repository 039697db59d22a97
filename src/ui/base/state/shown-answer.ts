import { inOrder, type Ordered } from '../../../agent/answer-order.ts'
import type { AnswerBlock, SourcesBlock } from '../../../agent/content.ts'
import type { Answer, ToolCall } from '../../../agent/message.ts'
import { marksOf, readSourceLines, type SourceMark } from '../../../agent/sources.ts'
import { textLength } from '../../../agent/stream-block.ts'
import type { StreamSnapshot } from '../../../protocol/common.ts'
import type { PlainPhrase } from '../words/t.ts'

/**
 * One visible block of an answer. `tool-call`: with its `call`, or, while it streams in, with `name` and its arguments
 * so far in `text`. `image`: by its `blob`. `sources`: what the answer is based on; `marks`: where a text cites a
 * source. `code-run`: with its `code` once the answer has ended, before that in the lines of `text`
 * (agent/code-run.ts).
 */
export type ShownBlock = {
  kind: 'text' | 'thinking' | 'tool-call' | 'image' | 'sources' | 'code-run'
  text: string
  ms?: number | undefined
  name?: string | undefined
  call?: ToolCall | undefined
  blob?: string | undefined
  mediaType?: string | undefined
  sources?: SourcesBlock['sources'] | undefined
  citations?: SourcesBlock['citations'] | undefined
  marks?: SourceMark[] | undefined
  language?: string | undefined
  code?: string | undefined
  output?: string | null | undefined
  failed?: boolean | undefined
}
export type ShownAnswer = {
  blocks: readonly ShownBlock[]
  /** More text is expected to be added to these very blocks. */
  growing: boolean
  /** The text is what an asking left that broke off. */
  interrupted: boolean
  /** A newer attempt is streaming and has not come as far. */
  passing: boolean
  /** How the text continues after an interruption; null: nothing to say. */
  resumed: PlainPhrase | null
}

/** The page says which way it continues, because one way costs the answer's tokens again. */
const RESUMED: Record<StreamSnapshot['way'], PlainPhrase | null> = {
  asked: null,
  'asked-again': 'Restarted after an interruption',
  're-attached': 'Resumed from the provider, nothing sent twice',
}

/** A call counts from its name on. */
const hasText = (stream: StreamSnapshot): boolean =>
  stream.blocks.some(({ kind, text }) => kind === 'tool-call' || text !== '')

/**
 * What an answer shows: its final content; before that the stream, or the longest text of an earlier attempt while that
 * is longer. A reader is never thrown back to the first word.
 */
export function shownAnswer(answer: Answer, stream: StreamSnapshot | undefined): ShownAnswer {
  const shown = shownBlocks(answer, stream)
  return { ...shown, blocks: withMarks(shown) }
}

/** The list of sources follows a finished answer: under a growing one it would be pushed along. */
function withMarks({ blocks, growing }: ShownAnswer): readonly ShownBlock[] {
  const last = blocks.findLast(({ kind }) => kind === 'sources')
  if (last === undefined) return blocks
  const found = last.sources === undefined ? readSourceLines(last.text) : { ...last, sources: last.sources }
  const texts = blocks.filter(({ kind }) => kind === 'text')
  const marks = marksOf(
    texts.map(({ text }) => text),
    found ?? { sources: [] },
  )
  return blocks.flatMap((block): ShownBlock[] => {
    if (block.kind === 'sources')
      return growing || found === null ? [] : [{ kind: 'sources', text: '', sources: found.sources }]
    const own = marks[texts.indexOf(block)] ?? []
    return [own.length === 0 ? block : { ...block, marks: own }]
  })
}

function shownBlocks(answer: Answer, stream: StreamSnapshot | undefined): ShownAnswer {
  const own = inOrder(answer.content.filter(isTold), answer.calls).map(ownBlock)
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
  // announced just before the answer completes, so shown in their final form
  const blocks =
    answer.calls.length === 0
      ? stream.blocks
      : [...stream.blocks.filter(({ kind }) => kind !== 'tool-call'), ...inOrder([], answer.calls).map(ownBlock)]
  return { blocks, growing, interrupted: !growing && !waits, passing: false, resumed }
}

/**
 * A thought without text stands for thinking that the provider hides. It is left out if it only holds data to send
 * back: a call of Google's own tools, or signatures of visible thoughts.
 */
function isTold(block: AnswerBlock, _: number, all: readonly AnswerBlock[]): boolean {
  if (block.type !== 'thinking' || block.text !== '') return true
  const told = all.some((other) => other.type === 'thinking' && other.text !== '')
  return !told && block.meta?.['google']?.['ownTool'] === undefined
}

const ownBlock = (block: Ordered<ToolCall>): ShownBlock => ({ text: '', ...block, kind: block.type })
