/** The text of the pages of a PDF as one text for a model, with notes about what is missing. */

type Page = { number: number; text: string }

/**
 * `pages`: the first pages, as far as they are text. `damaged`: pages that could not be read. `lost`: words are missing
 * because tables for their fonts are. `of`: the number of pages; `last`: the last page read.
 */
export function wordsOfPages(
  pages: readonly Page[],
  {
    damaged,
    lost,
    last,
    of,
    most,
  }: { damaged: readonly number[]; lost: boolean; last: number; of: number; most: number },
): string {
  const all = pages.map(({ number, text }) => `[Page ${number}]\n${text}`).join('\n\n')
  const fontless = lost ? LOST : ''
  // scanned pages have no text: the result is empty
  if (all === '') return fontless.trim()
  const broken = (damaged.length === 0 ? '' : `\n[… could not be read: ${listed(damaged)} …]`) + fontless
  if (all.length <= most && last === of) return all + broken
  const shown = all.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
  const ends = all.length > most ? [`${inWords(all.length - most)} characters up to the end of page ${last}`] : []
  const behind = of > last ? [last + 1 === of ? `page ${of}` : `pages ${last + 1} to ${of}`] : []
  return `${shown}${broken}\n[… cut here: ${[...ends, ...behind].join(' and ')} are not shown …]`
}

/** The tables are files of this app that are not kept for offline (tables.ts). */
const LOST =
  '\n[… words in Chinese, Japanese or Korean fonts that are not in the file could not be read: a table for them could not be loaded; with a network, attach or read the file again …]'
const MOST_LISTED = 20

const listed = (pages: readonly number[]): string =>
  `page ${pages.slice(0, MOST_LISTED).join(', ')}${pages.length > MOST_LISTED ? ` and ${inWords(pages.length - MOST_LISTED)} more` : ''}`

const inWords = (count: number): string => count.toLocaleString('en')
