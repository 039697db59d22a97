import { readRunLines } from './code-run.ts'
import type { AnswerBlock } from './content.ts'
import { readSourceLines } from './sources.ts'
import type { StreamBlock } from './stream-block.ts'

/** Streaming text as content. A partial answer keeps no signatures: a cut thinking block cannot be sent back. */
export const contentOf = (blocks: readonly StreamBlock[]): AnswerBlock[] =>
  blocks.flatMap(({ kind, text }): AnswerBlock[] => {
    if (kind === 'tool-call' || text === '') return []
    if (kind === 'code-run') {
      const run = readRunLines(text)
      return run === null ? [] : [run]
    }
    if (kind !== 'sources') return [{ type: kind, text }]
    const sources = readSourceLines(text)
    return sources === null ? [] : [sources]
  })
