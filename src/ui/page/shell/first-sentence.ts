/** Enough of an answer to find its first sentence in: an answer may be a megabyte, and its text is foreign. */
const LOOKED_AT = 2000
const LONGEST = 200

/**
 * The first sentence of a Markdown text, without its marks, to be read aloud. '' if it has none, as with code alone.
 */
export function firstSentence(markdown: string): string {
  const lines = markdown
    .slice(0, LOOKED_AT)
    .replace(/```[^`]*(?:```|$)/g, '\n')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .split('\n')
  const hasWords = (words: string): boolean => /[\p{L}\p{N}]/u.test(words)
  // a heading or a row of a table says less than the text below it
  const texts = lines.filter((words) => !/^\s*(?:#{1,6}\s|\|)/.test(words))
  const line = [...texts, ...lines].map(plain).find(hasWords) ?? ''
  const [sentence = line] = /^[^.!?。！？]*(?:[.!?]+(?!\s|$)[^.!?。！？]*)*(?:[.!?]+|[。！？])/u.exec(line) ?? []
  return sentence.length <= LONGEST ? sentence : `${sentence.slice(0, LONGEST - 1)}…`
}

const plain = (line: string): string =>
  line
    .replace(/^[\s>#*+-]+/, '')
    .replace(/\*\*|__|`|(?<=\S)\*|\*(?=\S)/g, '')
    .replace(/\p{C}/gu, '')
    .trim()
