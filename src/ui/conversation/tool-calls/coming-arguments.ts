/**
 * Parses the arguments of a call as received so far: the top level of a JSON text that a model is still writing. Linear
 * and without recursion, whatever the model writes; input that is no object gives nothing.
 */

/** `text`: for a string, the part received so far; for a number or a word, its text once it is complete; else null. */
export type ComingArgument = { name: string; text: string | null; whole: boolean }

/** Most arguments that are read; calls have a handful. */
const MOST = 20
/** Longest name in characters. */
const NAME = 200
/** Characters of a long text that are shown, from its end: it grows there, and it is drawn often. */
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

/** Index of the closing quote of the string that begins at `from`; null: not received yet. */
function endOfString(text: string, from: number): number | null {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote
    while (text[first - 1] === '\\') first -= 1
    if ((quote - first) % 2 === 0) return quote
  }
  return null
}

/** End of a number, a word, a list or an object; null: not received yet. */
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

/** A number or a word is shown as written; a list or an object when the call is complete. */
const plain = (value: string): string | null => (/^[\w.+-]{1,40}\s*$/.test(value) ? value.trim() : null)

/** Decoded string; for a long one only its end, cut where no escape is split, if possible. */
function ends(written: string): string {
  if (written.length <= END) return decoded(written)
  const tail = written.slice(-END)
  // an escape is at most six characters long
  const clear = tail.search(/[^\\]{6}/)
  return `…${decoded(tail.slice(clear === -1 ? 0 : clear + 5))}`
}

/** Decodes JSON escapes. An incomplete escape at the end is dropped; an invalid one stays as written. */
function decoded(written: string): string {
  const text = written.replace(
    /\\(?:u([\dA-Fa-f]{4})|(["\\/bfnrt])|u?[\dA-Fa-f]{0,3}$)/g,
    (_, code?: string, letter?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      if (letter === undefined) return ''
      return LETTERS[letter] ?? letter
    },
  )
  // half of a surrogate pair
  return text.replace(/[\uD800-\uDBFF]$/, '')
}
const LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
