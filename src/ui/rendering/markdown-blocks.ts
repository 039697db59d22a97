import type { MarkedOptions, Token } from 'marked'
import { type Links, lexBounded, plainParagraph } from './bounded-lexer.ts'
import { fenceOutside } from './details-syntax.ts'
import { areRows, rowsAsCsv } from './long-table.ts'
import { closedFormula } from './math-syntax.ts'
import { endOfNested, mayBeNested } from './nested-fence.ts'

/**
 * Cuts growing markdown into blocks, so that a chunk costs the same in a short and in a long answer: committed blocks
 * are never read again, only the last block is. Very long blocks are cut, because a browser lays out a block as a
 * whole. Blocks do not see link definitions after them; `hasLateDefinitions` reports those.
 */
export type Block =
  | { kind: 'markdown'; tokens: Token[]; raw: string }
  /** `info`: the text after its fence. */
  | { kind: 'code'; info: string; text: string }
export type Step = { block: Block; committed: boolean; end: number }
export type { Links } from './bounded-lexer.ts'

const WINDOW = 16_000
const LONG = 6000
/** A longer block that cannot be cut is shown as text, in parts: as one block it would block the page. */
const HUGE = 60_000
const FENCE_AT_END = /\n {0,3}(?:`{3,}|~{3,})[ \t]*\n?$/
// A fence matches whole or not at all: a backtracking match of a long fence costs the square of its length.
const FENCE = /(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n/y

export const hasDefinitions = (text: string): boolean => /^ {0,3}\[[^\]\n]+\]:/m.test(text)

/**
 * The next blocks from `from` on, in order. `committed`: later text cannot change it; only the last block may be
 * uncommitted. `final`: nothing follows. `end`: where to continue after a committed block. Empty: only blank lines are
 * left.
 */
export function nextBlocks(text: string, from: number, final: boolean, links: Links, options: MarkedOptions): Step[] {
  const start = skipBlankLines(text, from)
  if (start >= text.length) return []
  const code =
    codeBlock(text, start, final) ?? rowsBlock(text, start, final) ?? openFormula(text, start, final, links, options)
  return code ? [code] : markdownBlocks(text, start, final, links, options)
}

/** All blocks of a complete text. Blocking: it takes as long as the text is. */
export function* blocksOf(text: string, options: MarkedOptions): Generator<Step> {
  const links: Links = {}
  for (let position = 0; position < text.length; ) {
    const steps = nextBlocks(text, position, true, links, options)
    yield* steps
    const next = steps.at(-1)?.end ?? text.length
    if (next <= position) return
    position = next
  }
}

function skipBlankLines(text: string, from: number): number {
  const blank = /(?:[ \t]*\n)*/y
  blank.lastIndex = from
  return blank.test(text) ? blank.lastIndex : from
}

function codeBlock(text: string, start: number, final: boolean): Step | null {
  FENCE.lastIndex = start
  const open = FENCE.exec(text)
  const fence = open?.[1]
  const info = open?.[2] ?? ''
  if (!open || !fence || (fence.startsWith('`') && info.includes('`'))) return null
  const body = start + open[0].length
  const nested = endOfNested(text, body, fence, info)
  if (nested) return code(info, inside(text, body, nested.index), endsLine(text, nested.end) || final, nested.end)
  // Its end may be further down; a fence at the very end may be that end.
  if (!final && mayBeNested(text, body, fence, info))
    return code(info, text.slice(body).replace(FENCE_AT_END, ''), false, text.length)
  const closing = new RegExp(`^ {0,3}${fence[0] === '`' ? '`' : '~'}{${fence.length},}[ \\t]*(?:\\n|$)`, 'gm')
  closing.lastIndex = body
  const close = closing.exec(text)
  if (!close) return code(info, text.slice(body), final, text.length)
  // A fence at the very end may still grow into a line of text.
  const end = close.index + close[0].length
  return code(info, inside(text, body, close.index), endsLine(text, end) || final, end)
}

const inside = (text: string, from: number, to: number): string => text.slice(from, to).replace(/\n$/, '')
const endsLine = (text: string, end: number): boolean => text[end - 1] === '\n'

/** A formula that is still being written; empty lines do not end it. */
function openFormula(text: string, start: number, final: boolean, links: Links, options: MarkedOptions): Step | null {
  const whole = final ? null : closedFormula(text.slice(start))
  if (whole === null) return null
  const tokens = lexBounded(whole, links, options)
  return { block: { kind: 'markdown', tokens, raw: text.slice(start) }, committed: false, end: text.length }
}

/** Grows by whole rows: the last may be half-written. */
function rowsBlock(text: string, start: number, final: boolean): Step | null {
  const whole = final ? text : text.slice(0, text.lastIndexOf('\n') + 1)
  const rows = rowsAsCsv(whole, start)
  return rows && code('csv', rows.csv, final || rows.end < whole.length, rows.end)
}

const code = (info: string, text: string, committed: boolean, end: number): Step => ({
  block: { kind: 'code', info: info.trim(), text },
  committed,
  end,
})

function markdownBlocks(text: string, start: number, final: boolean, links: Links, options: MarkedOptions): Step[] {
  for (let size = WINDOW; ; size *= 4) {
    const window = text.slice(start, start + size)
    const fence = fenceOutside(window)
    const source = fence === -1 ? window : window.slice(0, fence + 1)
    const tokens = lexBounded(source, links, options)
    const last = tokens.findLastIndex((token) => token.type !== 'space')
    // The source ends before the text does, and not at a fence: its last block may continue.
    const cutOff = start + source.length < text.length && fence === -1
    const tooLong = size >= 64 * WINDOW
    const certain = fence !== -1 || (cutOff ? tooLong : final)
    const steps = cutIntoSteps(text, tokens, start, last, certain, links, options)
    const alone = steps.length === 1 && steps[0]?.committed === false
    if (cutOff && alone) continue
    // A block cut off by the window is read again, whole, with the next ones.
    return cutOff && steps.length > 1 ? steps.filter((step) => step.committed) : steps
  }
}

function cutIntoSteps(
  text: string,
  tokens: Token[],
  start: number,
  last: number,
  certain: boolean,
  links: Links,
  options: MarkedOptions,
): Step[] {
  const steps: Step[] = []
  let at = start
  for (const [index, token] of tokens.entries()) {
    // Such rows and formulas are read again, as separate blocks.
    if (at > start && token.type === 'paragraph' && areRows(text, at)) return steps
    if (at > start && !certain && steps.length > 0 && closedFormula(text.slice(at)) !== null) return steps
    const end = at + token.raw.length
    const cut = cutAt(token)
    if (cut > 0) {
      const part = token.raw.slice(0, cut)
      steps.push({
        block: { kind: 'markdown', tokens: lexBounded(part, links, options), raw: part },
        committed: true,
        end: at + cut,
      })
      return steps
    }
    if (cut < 0) {
      const part = token.raw.slice(0, -cut)
      steps.push({
        block: { kind: 'markdown', tokens: [plainParagraph(part)], raw: part },
        committed: true,
        end: at - cut,
      })
      return steps
    }
    if (token.type !== 'space')
      steps.push({
        block: { kind: 'markdown', tokens: [token], raw: token.raw },
        committed: certain || index < last,
        end,
      })
    at = end
  }
  return steps
}

/**
 * Where to cut a long paragraph or list in two: at a space, at an item. 0: nowhere. Below 0: cut there, and the first
 * part is text.
 */
function cutAt(token: Token): number {
  const { raw } = token
  if (raw.length <= LONG) return 0
  const whole = raw.length > HUGE && token.type !== 'code' ? -(raw.lastIndexOf('\n', LONG / 2) + 1 || LONG / 2) : 0
  if (token.type === 'paragraph' || token.type === 'text') {
    const at = Math.max(raw.lastIndexOf(' ', LONG / 2), raw.lastIndexOf('\n', LONG / 2))
    return at > 0 ? at + 1 : LONG / 2
  }
  if (token.type !== 'list') return whole
  const item = /\n(?=(?:[-*+]|\d{1,9}[.)]) )/g
  item.lastIndex = LONG / 2
  const found = item.exec(raw)
  return found ? found.index + 1 : whole
}
