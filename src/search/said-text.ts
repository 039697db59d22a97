/**
 * What is left of Markdown when it is shown, as far as that can be told sign by sign: marks of layout and addresses of
 * links go, code stays as it is. A rough reading, many times faster than the real one: where it is wrong, the page
 * counts what it shows (`counted` of a wanted place).
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
 * A longer one is taken as it is written: full of marks, each million signs would hold the thread for 1 to 2 seconds.
 */
const LONGEST = 100_000
const MARKS = /[`*_~[<#>|&\\]/
/** A block of code; one that nothing closes goes to the end. */
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

/** Each try ends within a line, and within so many signs, whatever a hostile text says. */
const SIGNS = new RegExp(
  [
    // a row of a table
    /^[ \t]{0,3}\|(?<row>[^\n]{1,4000})\|[ \t]*$/,
    // code in a line
    /(?<ticks>`{1,3})(?!`)(?<code>[^\n]{1,200}?)(?<!`)\k<ticks>(?!`)/,
    // a link or a picture, words that stand out
    /!?\[(?<link>[^\][\n]{1,500})\](?:\([^()\s]{0,2000}(?:\s"[^"\n]{0,300}")?\)|\[[^\][\n]{0,300}\])/,
    /(?<!\*)(?<stars>\*{1,3})(?=[^\s*])(?<bold>[^\n]{1,200}?)(?<=[^\s*])\k<stars>(?!\*)/,
    /(?<![\w_])(?<bars>_{1,3})(?=[^\s_])(?<slanted>[^\n]{1,200}?)(?<=[^\s_])\k<bars>(?![\w_])/,
    /~~(?=\S)(?<gone>[^\n]{1,200}?)~~/,
    // an address in brackets, a sign that is meant as it is, one by its name
    /<(?<address>https?:[^<>\s]{1,2000})>/,
    /\\(?<sign>[!-/:-@[-`{-~])/,
    /&(?<name>amp|lt|gt|quot|#39);/,
    // where links lead, behind the text
    /^ {0,3}\[[^\]\n]{1,300}\]:[^\n]*$/,
    // the beginnings of headings, quotes and items of lists
    /^[ \t]{0,12}(?:#{1,6}|>|[-*+])(?=[ \t])/,
    /<\/?(?:br|b|i|u|s|em|strong|code|kbd|sub|sup|mark|small|del|ins|details|summary)(?: open)? ?\/?>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)
