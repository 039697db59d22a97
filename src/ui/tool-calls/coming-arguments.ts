/**
 * The arguments of a call as far as they have come: the top level of a JSON text that a model is still writing. Linear and without recursion,
 * whatever the model writes; what is no object says nothing.
 */

/** `text` of a text: what has come of it. Of anything else null: it is read when it is whole. */
export type ComingArgument = { name: string; text: string | null; whole: boolean }

/** A call has a handful; of one with more, the first. */
const MOST = 20
/** Signs of a name that is taken for one. */
const NAME = 200
/** Signs of a long text that are shown, from its end: there it grows, and it is drawn often. */
const END = 4000

export function comingArguments(args: string): ComingArgument[] {
  const found: ComingArgument[] = []
  let at = afterSpace(args, 0)
  if (args[at] !== '{') return found
  while (found.length < MOST) {
    at = afterSpace(args, at + 1)
    if (args[at] !== '"') return found
    const keyEnd = endOfString(args, at)
    if (keyEnd === null || keyEnd - at > NAME) return found
    const name = decoded(args.slice(at + 1, keyEnd))
    at = afterSpace(args, keyEnd + 1)
    if (args[at] !== ':') return found
    at = afterSpace(args, at + 1)
    if (at >= args.length) return found
    const end = args[at] === '"' ? endOfString(args, at) : endOfValue(args, at)
    const text =
      args[at] === '"' ? ends(args.slice(at + 1, end ?? undefined)) : end === null ? null : plain(args.slice(at, end))
    found.push({ name, text, whole: end !== null })
    if (end === null) return found
    at = afterSpace(args, args[end] === '"' ? end + 1 : end)
    if (args[at] !== ',') return found
  }
  return found
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \n\r\t'.includes(text.charAt(at))) at += 1
  return at
}

/** Where the string that begins at `from` has its closing quote; null: not yet. */
function endOfString(text: string, from: number): number | null {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote
    while (text[first - 1] === '\\') first -= 1
    if ((quote - first) % 2 === 0) return quote
  }
  return null
}

/** Where a number, a word, a list or an object ends; null: not yet. */
function endOfValue(text: string, from: number): number | null {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      const end = endOfString(text, at)
      if (end === null) return null
      at = end
    } else if (sign === '{' || sign === '[') depth += 1
    else if (depth === 0 && (sign === ',' || sign === '}' || sign === ']')) return at
    else if (sign === '}' || sign === ']') depth -= 1
  }
  return null
}

/** A number or a word is read as it stands; a list or an object when the call is whole. */
const plain = (value: string): string | null => (/^[\w.+-]{1,40}\s*$/.test(value) ? value.trim() : null)

/** What is written in a string; of a long one its end, from where no escape is cut in two, if there is such a place. */
function ends(written: string): string {
  if (written.length <= END) return decoded(written)
  const tail = written.slice(-END)
  // an escape is six signs long at most
  const clear = tail.search(/[^\\]{6}/)
  return `…${decoded(tail.slice(clear === -1 ? 0 : clear + 5))}`
}

/** What the signs between the quotes mean. Of an escape at the end that is not whole yet, nothing; what is wrong stays as it stands. */
function decoded(written: string): string {
  const text = written.replace(
    /\\(?:u([\dA-Fa-f]{4})|(["\\/bfnrt])|u?[\dA-Fa-f]{0,3}$)/g,
    (_, code?: string, letter?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      if (letter === undefined) return ''
      return LETTERS[letter] ?? letter
    },
  )
  // half of a pair
  return text.replace(/[\uD800-\uDBFF]$/, '')
}
const LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
