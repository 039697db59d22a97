import { readRunLines } from './code-run.ts'
import type { AnswerBlock } from './content.ts'
import { readSourceLines } from './sources.ts'
import type { StreamBlock } from './stream-block.ts'

/** Text under way as content. A partial answer keeps no signatures: a thinking block that was cut off cannot be sent back. */
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
