import { marked, type Token, type Tokens } from 'marked'

/** Markdown as a flat list of blocks, which is all that a document of any kind is made from. */

export type Run = {
  text: string
  bold?: true
  italic?: true
  strike?: true
  code?: true
  /** Address; only http, https and mailto. */
  link?: string
}
export type Align = 'left' | 'center' | 'right' | null
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  /** `quote`: how many quotes it is in. */
  | { kind: 'paragraph'; runs: Run[]; quote: number }
  /** `mark`: "•", "3." or a ticked or empty box. `depth` from 0. */
  | { kind: 'item'; runs: Run[]; depth: number; ordered: boolean; mark: string }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Run[][]; rows: Run[][][]; align: Align[] }
  /** `path`: as the Markdown has it. */
  | { kind: 'picture'; path: string; alt: string }
  | { kind: 'rule' }

const DEEPEST = 20

export const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('')

/** Throws a sentence when quotes or lists are nested too deeply. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  add(blocks, marked.lexer(markdown.replace(/^---\n[\s\S]{0,20000}?\n---\n/, ''), { gfm: true }), 0, 0)
  return blocks
}

function add(blocks: Block[], tokens: readonly Token[], quote: number, depth: number): void {
  if (quote + depth > DEEPEST) throw new Error('Lists and quotes are nested too deeply.')
  for (const token of tokens) {
    switch (token.type) {
      case 'heading':
        blocks.push({ kind: 'heading', level: (token as Tokens.Heading).depth, runs: runsOf(token.tokens ?? []) })
        break
      case 'paragraph':
      case 'text':
        addParagraph(blocks, token.tokens ?? [token], quote)
        break
      case 'code':
        blocks.push({ kind: 'code', text: (token as Tokens.Code).text })
        break
      case 'blockquote':
        add(blocks, token.tokens ?? [], quote + 1, depth)
        break
      case 'list':
        addList(blocks, token as Tokens.List, quote, depth)
        break
      case 'table':
        blocks.push(tableOf(token as Tokens.Table))
        break
      case 'hr':
        blocks.push({ kind: 'rule' })
        break
      case 'html':
        addParagraph(blocks, [{ type: 'text', raw: token.raw, text: withoutTags(token.raw) }], quote)
        break
    }
  }
}

/** Pictures stand between paragraphs, wherever in the line they were written. */
function addParagraph(blocks: Block[], tokens: readonly Token[], quote: number): void {
  let line: Token[] = []
  const flush = (): void => {
    const runs = runsOf(line)
    if (textOf(runs).trim() !== '') blocks.push({ kind: 'paragraph', runs, quote })
    line = []
  }
  for (const token of tokens) {
    if (token.type !== 'image') {
      line.push(token)
      continue
    }
    flush()
    const { href, text } = token as Tokens.Image
    blocks.push({ kind: 'picture', path: href, alt: text })
  }
  flush()
}

function addList(blocks: Block[], list: Tokens.List, quote: number, depth: number): void {
  const first = typeof list.start === 'number' ? list.start : 1
  for (const [index, item] of list.items.entries()) {
    const [inline, nested] = [item.tokens.filter(isInline), item.tokens.filter((token) => !isInline(token))]
    const mark = item.task ? (item.checked ? '☑' : '☐') : list.ordered ? `${first + index}.` : '•'
    const runs = inline.flatMap((token, at) => [
      ...(at === 0 ? [] : [{ text: '\n' }]),
      ...runsOf(innerOf(token) ?? [token]),
    ])
    blocks.push({ kind: 'item', runs, depth, ordered: list.ordered && !item.task, mark })
    add(blocks, nested, quote, depth + 1)
  }
}
const isInline = ({ type }: Token): boolean => type === 'text' || type === 'paragraph'

const tableOf = (table: Tokens.Table): Block => ({
  kind: 'table',
  head: table.header.map(({ tokens }) => runsOf(tokens)),
  rows: table.rows.map((row) => row.map(({ tokens }) => runsOf(tokens))),
  align: table.align,
})

type Style = Omit<Run, 'text'>
const innerOf = (token: Token): Token[] | undefined => ('tokens' in token ? token.tokens : undefined)

function runsOf(tokens: readonly Token[], style: Style = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return runsOf(token.tokens ?? [], { ...style, bold: true })
      case 'em':
        return runsOf(token.tokens ?? [], { ...style, italic: true })
      case 'del':
        return runsOf(token.tokens ?? [], { ...style, strike: true })
      case 'codespan':
        return [{ ...style, text: unescaped((token as Tokens.Codespan).text), code: true }]
      case 'br':
        return [{ ...style, text: '\n' }]
      case 'link': {
        const { href } = token as Tokens.Link
        return runsOf(token.tokens ?? [], /^(https?:\/\/|mailto:)/i.test(href) ? { ...style, link: href } : style)
      }
      case 'image':
        return [{ ...style, text: (token as Tokens.Image).text }]
      case 'html':
        return [{ ...style, text: /^<br\s*\/?>$/i.test(token.raw.trim()) ? '\n' : withoutTags(token.raw) }]
      case 'checkbox':
        return []
      default:
        return innerOf(token) !== undefined
          ? runsOf(innerOf(token) ?? [], style)
          : [{ ...style, text: unescaped('text' in token ? String(token.text) : token.raw) }]
    }
  })
}

const withoutTags = (html: string): string => unescaped(html.replace(/<!--[\s\S]*?-->|<[^<>]*>/g, ''))
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name) => ENTITIES[name] ?? '')
