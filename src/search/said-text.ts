/**
 * Markdown as it is shown, as far as that can be told character by character: layout marks and addresses of links are
 * removed, code stays. A rough parser, many times faster than the real one: where it is wrong, the page counts what it
 * shows (`counted` of a wanted place).
 */
export function saidText(markdown: string): string {
  if (markdown.length > LONGEST || !MARKS.test(markdown)) return markdown
  let shown = ''
  let from = 0
  for (const fence of markdown.matchAll(FENCE)) {
    shown += unmarked(markdown.slice(from, fence.index)) + (fence[2] ?? '')
    from = fence.index + fence[0].length
  }
  return shown + unmarked(markdown.slice(from))
}

/**
 * Longer texts are returned unchanged: full of marks, each million characters would block the thread for 1 to 2
 * seconds.
 */
const LONGEST = 100_000
const MARKS = /[`*_~[<#>|&\\]/
/** A block of code; an unclosed block ends with the text. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`\n]*(?:\n|$)([\s\S]*?)(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm

const unmarked = (text: string): string =>
  text.replace(SIGNS, (whole, ...found) => {
    const { row, code, link, bold, slanted, gone, address, sign, name } = found.at(-1) as Partial<
      Record<string, string>
    >
    const words = link ?? bold ?? slanted ?? gone
    if (row !== undefined) return /^[-:| \t]+$/.test(row) ? '' : row.split('|').map(unmarked).join('\n')
    if (words !== undefined) return unmarked(words)
    if (name !== undefined) return ENTITIES[name] ?? whole
    return code ?? address ?? sign ?? ''
  })

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Each match ends within a line, and within this many characters, whatever a hostile text contains. */
const SIGNS = new RegExp(
  [
    // a table row
    /^[ \t]{0,3}\|(?<row>[^\n]{1,4000})\|[ \t]*$/,
    // inline code
    /(?<ticks>`{1,3})(?!`)(?<code>[^\n]{1,200}?)(?<!`)\k<ticks>(?!`)/,
    // a link or an image, emphasised words
    /!?\[(?<link>[^\][\n]{1,500})\](?:\([^()\s]{0,2000}(?:\s"[^"\n]{0,300}")?\)|\[[^\][\n]{0,300}\])/,
    /(?<!\*)(?<stars>\*{1,3})(?=[^\s*])(?<bold>[^\n]{1,200}?)(?<=[^\s*])\k<stars>(?!\*)/,
    /(?<![\w_])(?<bars>_{1,3})(?=[^\s_])(?<slanted>[^\n]{1,200}?)(?<=[^\s_])\k<bars>(?![\w_])/,
    /~~(?=\S)(?<gone>[^\n]{1,200}?)~~/,
    // an address in brackets, an escaped character, an entity
    /<(?<address>https?:[^<>\s]{1,2000})>/,
    /\\(?<sign>[!-/:-@[-`{-~])/,
    /&(?<name>amp|lt|gt|quot|#39);/,
    // link definitions after the text
    /^ {0,3}\[[^\]\n]{1,300}\]:[^\n]*$/,
    // the beginnings of headings, quotes and list items
    /^[ \t]{0,12}(?:#{1,6}|>|[-*+])(?=[ \t])/,
    /<\/?(?:br|b|i|u|s|em|strong|code|kbd|sub|sup|mark|small|del|ins|details|summary)(?: open)? ?\/?>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)
