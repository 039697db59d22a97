import type { TokenizerAndRendererExtension, Tokens } from 'marked'

/**
 * Maths in markdown: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`, these with doubled backslashes, and bare environments such as
 * `\begin{align}`. It becomes `var` (in a line) and `samp` (in separate lines), which no other text can make;
 * markdown.ts sets it. Amounts of money stay as they are.
 */

/** Most characters of one formula; a longer one stays text. */
const MOST = 4000
const ENVIRONMENT =
  '(?:equation|align|aligned|alignat|alignedat|gather|gathered|multline|split|cases|rcases|dcases|array|[pbvVB]?matrix|smallmatrix|CD)\\*?'
const BLOCK = new RegExp(
  `^ {0,3}(?:\\$\\$((?:(?!\\n[ \\t]*\\n|\\$\\$).){1,${MOST}})\\$\\$|\\\\\\[((?:(?!\\n[ \\t]*\\n|\\\\\\]).){1,${MOST}})\\\\\\]` +
    `|(\\\\\\\\\\[(?:(?!\\\\\\\\\\]).){1,${MOST}}\\\\\\\\\\])|(\\\\begin\\{(${ENVIRONMENT})\\}.{1,${MOST}}?\\\\end\\{\\5\\}))[ \\t]*(?:\\n+|$)`,
  's',
)
/**
 * A formula with empty lines inside: its marks must be alone in their lines, otherwise it would match the text between
 * two formulas.
 */
const LOOSE = new RegExp(
  `^ {0,3}(?:\\$\\$[ \\t]*\\n((?:(?!\\$\\$).){1,${MOST}}?)\\n[ \\t]*\\$\\$|\\\\\\[[ \\t]*\\n((?:(?!\\\\\\]).){1,${MOST}}?)\\n[ \\t]*\\\\\\])[ \\t]*(?:\\n+|$)`,
  's',
)
/** Not closed yet: as markdown, a line that begins with a minus would be a list. */
const OPEN = new RegExp(`^ {0,3}(?:\\$\\$|\\\\\\[)[ \\t]*\\n((?:(?!\\n[ \\t]*\\n).){0,${MOST}})$`, 's')
const DISPLAY = new RegExp(
  `^(?:\\$\\$((?:[^$\\\\]|\\\\.){1,2000})\\$\\$|\\\\\\[((?:(?!\\\\\\]).){1,2000})\\\\\\]|(\\\\begin\\{(${ENVIRONMENT})\\}.{1,2000}?\\\\end\\{\\4\\}))`,
  's',
)
const INLINE = /^(?:\\\(((?:(?!\\\)).){1,2000})\\\)|\$(?![\s$])((?:[^$\\\n]|\\[^\n]){1,500})\$(?![\w$]))/s
/** A formula in a text whose backslashes were doubled on the way. */
const DOUBLED = /^\\\\(?:\(((?:(?!\\\\\)).){1,2000}?)\\\\\)|\[((?:(?!\\\\\]).){1,2000}?)\\\\\])/s

/** `$5 (or 6$)` is money. */
const isMoney = (text: string): boolean =>
  /\s$/.test(text) || (/^\d/.test(text) && !/^\d+(?:\.\d+)?$/.test(text) && !/[\\^_=+<>{}]/.test(text))

const SIGN = /[\\=^_&<>+\-*/|{}]/
/** Words between two brackets, or between two formulas, are not a formula. */
const isFormula = (text: string): boolean => SIGN.test(text) || /^(?:[\p{L}\p{N}]{1,2}| ?[\p{L}\p{N}] ?)$/u.test(text)
const areFormulas = (text: string): boolean =>
  text.split(/\n[ \t]*\n/).every((part) => part.trim() === '' || isFormula(part.trim()))
/** An empty line is an error in TeX. */
const joined = (text: string): string => text.replace(/\n(?:[ \t]*\n)+/g, '\n').trim()
/** If the brackets have two backslashes, either all of the inside has, or the inside was left alone. */
const undoubled = (text: string): string =>
  /(?<!\\)\\(?!\\)[a-zA-Z]/.test(text) ? text : text.replaceAll('\\\\', '\\')

const quote = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const token = (type: string, raw: string, text: string, display: boolean): Tokens.Generic => ({
  ...{ type, raw, text, display },
})
const render = ({ text, display }: Tokens.Generic): string =>
  display ? `<samp>${quote(String(text))}</samp>` : `<var>${quote(String(text))}</var>`

function inline(source: string): Tokens.Generic | undefined {
  const [both, round, square] = DOUBLED.exec(source) ?? []
  const doubled = round ?? square
  if (both !== undefined && doubled !== undefined)
    return isFormula(doubled) ? token('math', both, undoubled(doubled), square !== undefined) : undefined
  const display = DISPLAY.exec(source)
  if (display) return token('math', display[0], joined(display[1] ?? display[2] ?? display[3] ?? ''), true)
  const [raw, bracketed, single] = INLINE.exec(source) ?? []
  if (raw === undefined || (single !== undefined && isMoney(single))) return undefined
  return token('math', raw, bracketed ?? single ?? '', false)
}

/** Length of the formula at the beginning of `source`, in characters; 0: none. */
export const formulaLength = (source: string): number => inline(source)?.raw.length ?? 0

function block(source: string): Tokens.Generic | undefined {
  const [raw, dollars, bracket, twice, environment] = BLOCK.exec(source) ?? []
  if (raw !== undefined && twice !== undefined) {
    const text = twice.slice(3, -3)
    return isFormula(text.trim()) ? token('math-block', raw, joined(undoubled(text)), true) : undefined
  }
  if (raw !== undefined) return token('math-block', raw, joined(dollars ?? bracket ?? environment ?? ''), true)
  const [loose, inDollars, inBrackets] = LOOSE.exec(source) ?? []
  const text = inDollars ?? inBrackets ?? ''
  if (loose !== undefined && areFormulas(text)) return token('math-block', loose, joined(text), true)
  const open = OPEN.exec(source)
  return open ? token('math-block', open[0], (open[1] ?? '').trim(), true) : undefined
}

const isClosed = (source: string): boolean => !OPEN.test(source) && block(source)?.raw.length === source.length

const BEGUN = new RegExp(`^ {0,3}(?:(\\$\\$|\\\\{1,2}\\[)[ \\t]*\\n|\\\\begin\\{(${ENVIRONMENT})\\})`)
const CLOSINGS: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\\\[': '\\\\]' }

/**
 * A growing text that is a formula on separate lines, closed if its end is still to come; '' if nothing of it is there
 * yet. null: something else.
 */
export function closedFormula(source: string): string | null {
  const [begin, mark, environment] = BEGUN.exec(source) ?? []
  if (begin === undefined || source.length > MOST) return null
  if (isClosed(source)) return source
  const closing = mark === undefined ? `\\end{${environment}}` : (CLOSINGS[mark] ?? mark)
  const inside = source.slice(begin.length)
  if (inside.includes(closing)) return null
  const parts = inside.split(/\n[ \t]*\n/)
  if (mark !== undefined && !parts.slice(0, -1).every((part) => part.trim() === '' || isFormula(part.trim())))
    return null
  const half = inside.replace(/(?:\\e(?:n(?:d(?:\{[a-zA-Z]*\*?)?)?)?|[\\$\s]+)$/, '')
  return half.trim() === '' ? '' : `${begin}${half}\n${closing}`
}

export const mathSyntax: TokenizerAndRendererExtension[] = [
  {
    name: 'math-block',
    level: 'block',
    start: (source) => /\n {0,3}(?:\$\$|\\{1,2}\[|\\begin\{)/.exec(source)?.index,
    tokenizer: block,
    renderer: (math) => `<p>${render(math)}</p>`,
  },
  {
    name: 'math',
    level: 'inline',
    start: (source) => /\$|\\{1,2}[([]|\\begin\{/.exec(source)?.index,
    tokenizer: inline,
    renderer: render,
  },
]
