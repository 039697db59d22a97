import { findText, textFinder } from '../find-text.ts'

/** At most this many line numbers in an error. */
const NAMED = 10

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Where `part` begins, overlapping places too: "aa" is twice in "aaa", and either could be meant. */
function placesOf(text: string, part: string): number[] {
  const places: number[] = []
  const find = textFinder(part)
  for (let at = find(text); at !== -1 && places.length <= NAMED; at = find(text, at + 1)) places.push(at)
  return places
}

function hint(text: string, part: string): string {
  if (text.includes('\r\n') && !part.includes('\r\n') && findText(text, part.replaceAll('\n', '\r\n')) !== -1)
    return ' The file ends its lines with "\\r\\n"; write them so.'
  const first = part
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
  const line = first === undefined ? -1 : text.split('\n').findIndex((candidate) => candidate.trim() === first)
  if (line === -1) return ' Read the file again: it may have changed.'
  return ` Line ${line + 1} has the first of these words with other white space, or what follows it differs.`
}

/**
 * The text with the one occurrence of `oldText` replaced, character by character: nothing in `newText` has a special
 * meaning. Throws an error for the model when `oldText` is not there, or is there more than once (with the lines).
 */
export function replaceOnce(text: string, oldText: string, newText: string): string {
  if (oldText === '') throw new Error('old_text is empty. To write a whole file, use write_file.')
  if (oldText === newText) throw new Error('old_text and new_text are the same: there is nothing to change.')
  const places = placesOf(text, oldText)
  const [place] = places
  if (place === undefined) throw new Error(`old_text is not in the file.${hint(text, oldText)}`)
  if (places.length > 1) {
    const lines = places.slice(0, NAMED).map((at) => lineAt(text, at))
    const more = places.length > NAMED ? ' and more' : ''
    throw new Error(
      `old_text is there more than once: it begins on lines ${lines.join(', ')}${more}. Add the lines around it so that it names one place.`,
    )
  }
  return text.slice(0, place) + newText + text.slice(place + oldText.length)
}
