import type { Message } from '../agent/message.ts'

/**
 * The searchable text of a message: its own text, and the input and output of its tools, with an arrow before each
 * name. Thinking is left out.
 */
export type RowTexts = { said: string; did: string }

/** Most characters that are indexed of one message, and of one call's arguments or result. */
const MOST_SAID = 50_000
const MOST_OF_CALL = 2_000
const MOST_DID = 16_000

type Block = { type: string; text?: string }

const wordsOf = (blocks: readonly Block[], most: number): string => {
  let words = ''
  for (const { type, text = '' } of blocks) {
    if (type !== 'text' || text === '') continue
    words += (words === '' ? '' : '\n') + text.slice(0, most - words.length)
    if (words.length >= most) break
  }
  return words
}

/**
 * The values of a JSON text, unescaped. Otherwise `\\nword` would be the word "nword", and excerpts would show JSON.
 */
const plain = (json: string): string =>
  json.replace(/[{,]\s*"\w+":\s*|\\(u[\da-f]{4}|.)|"\}*/gi, (_, escaped?: string) => {
    if (escaped === undefined || /^(?:[bfnrt]|u00[01].)$/.test(escaped)) return ' '
    return escaped.length === 1 ? escaped : String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  })

export function rowTexts(message: Message): RowTexts {
  const said = wordsOf(message.content, MOST_SAID)
  if (message.role === 'user') return { said, did: '' }
  let did = ''
  for (const { name, args, result } of message.calls) {
    if (did.length >= MOST_DID) break
    did += `${did === '' ? '' : '\n'}→ ${name} ${plain(args.slice(0, MOST_OF_CALL))}`
    if (result !== null) did += `\n${wordsOf(result.content, MOST_OF_CALL)}`
  }
  return { said, did }
}
