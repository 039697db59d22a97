import { findText, textFinder } from '../find-text.ts'

/** Most line numbers in an error. */
const NAMED = 10
/** Characters of a line that is also searched with other white space around it. */
const LONGEST_LINE = 1000

/** Line numbers of these ascending indexes. Counts without splitting: a text may have ten million lines. */
function linesAt(text: string, places: readonly number[]): number[] {
  let line = 1
  let newline = text.indexOf('\n')
  return places.map((place) => {
    for (; newline !== -1 && newline < place; newline = text.indexOf('\n', newline + 1)) line++
    return line
  })
}

/** Indexes of `part`, overlapping ones too: "aa" is twice in "aaa", and either could be meant. */
function placesOf(text: string, part: string): number[] {
  const places: number[] = []
  const find = textFinder(part)
  for (let at = find(text); at !== -1 && places.length <= NAMED; at = find(text, at + 1)) places.push(at)
  return places
}

function hint(text: string, part: string): string {
  if (text.includes('\r\n') && !part.includes('\r\n') && findText(text, part.replaceAll('\n', '\r\n')) !== -1)
    return ' The file ends its lines with "\\r\\n"; write them so.'
  const first = part.trimStart().split('\n', 1)[0]?.trim() ?? ''
  const place = first === '' || first.length > LONGEST_LINE ? -1 : lineThatIs(text, first)
  if (place === -1) return ' Read the file again: it may have changed.'
  const [line] = linesAt(text, [place])
  return ` Line ${line} has the first of these words with other white space, or what follows it differs.`
}

/** Start of the first line that has just these words with white space around them; -1: none. */
function lineThatIs(text: string, words: string): number {
  const find = textFinder(words)
  for (let at = find(text); at !== -1; ) {
    const start = text.lastIndexOf('\n', at) + 1
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    if (text.slice(start, end).trim() === words) return start
    at = find(text, end)
  }
  return -1
}

/**
 * The text with the one occurrence of `oldText` replaced literally: nothing in `newText` is special. Throws an error
 * for the model if `oldText` is missing, or occurs more than once (with the lines).
 */
export function replaceOnce(text: string, oldText: string, newText: string): string {
  if (oldText === '') throw new Error('old_text is empty. To write a whole file, use write_file.')
  if (oldText === newText) throw new Error('old_text and new_text are the same: there is nothing to change.')
  const places = placesOf(text, oldText)
  const [place] = places
  if (place === undefined) throw new Error(`old_text is not in the file.${hint(text, oldText)}`)
  if (places.length > 1) {
    const lines = linesAt(text, places.slice(0, NAMED))
    const more = places.length > NAMED ? ' and more' : ''
    throw new Error(
      `old_text is there more than once: it begins on lines ${lines.join(', ')}${more}. Add the lines around it so that it names one place.`,
    )
  }
  return text.slice(0, place) + newText + text.slice(place + oldText.length)
}
