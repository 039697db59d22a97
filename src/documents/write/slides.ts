import { type Block, textOf } from './blocks.ts'

/** The content of one slide. */
export type Slide = { title: string; blocks: Block[] }

/** Lines of text that fit on a slide beside its title. */
const MOST_LINES = 14
const CHARACTERS_OF_LINE = 70

/**
 * A heading of level 1 or 2 begins a slide, and so does a rule. The rest continues on further slides of the same
 * title; a table and a picture each have a slide of their own where text is on it already.
 */
export function slidesOf(blocks: readonly Block[]): Slide[] {
  const slides: Slide[] = []
  let slide: Slide | null = null
  let lines = 0
  const begin = (title: string): Slide => {
    slide = { title, blocks: [] }
    slides.push(slide)
    lines = 0
    return slide
  }
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= 2) {
      begin(textOf(block.runs))
      continue
    }
    if (block.kind === 'rule') {
      begin('')
      continue
    }
    let here: Slide = slide ?? begin('')
    const needs = linesOf(block)
    const isLarge = block.kind === 'table' || block.kind === 'picture'
    const holdsLarge = here.blocks.some(({ kind }) => kind === 'table' || kind === 'picture')
    if (here.blocks.length > 0 && (isLarge || holdsLarge || lines + needs > MOST_LINES)) here = begin(here.title)
    here.blocks.push(block)
    lines += needs
  }
  return slides.filter(({ title, blocks: on }) => title !== '' || on.length > 0)
}

function linesOf(block: Block): number {
  if (block.kind === 'code') return block.text.split('\n').length
  const text = 'runs' in block ? textOf(block.runs) : ''
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_OF_LINE)), 0)
}
