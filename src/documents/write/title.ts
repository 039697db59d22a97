import { type Block, textOf } from './blocks.ts'

/** The text of the first heading; '' without one. */
export function titleOf(blocks: readonly Block[]): string {
  for (const block of blocks) if (block.kind === 'heading') return textOf(block.runs)
  return ''
}
