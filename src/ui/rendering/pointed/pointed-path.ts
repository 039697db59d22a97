/** Longest address that is read: the longest path (512 bytes) with all its characters encoded. */
const LONGEST_ADDRESS = 2000
const LONGEST_PATH = 512
/** Prefixes that models give to the workspace. */
const ROOTS = /^(?:sandbox:)?\/(?:workspace|mnt\/data|app)\//
/** Control characters, and characters that make one name look like another: no path has them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNUSABLE = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u

/** The workspace path that the address of a link or picture means; null: it means none. A folder ends without `/`. */
export function pointedPath(address: string): string | null {
  if (address.length > LONGEST_ADDRESS || /^[#?]/.test(address)) return null
  const short = address.replace(ROOTS, '')
  if (/^[a-z][a-z\d+.-]*:/i.test(short) || /^[\\/]{2}/.test(short)) return null
  const parts: string[] = []
  for (const part of decoded(short.replace(/[?#].*$/s, '')).split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part.trim())
    else if (parts.pop() === undefined) return null
  }
  const path = parts.join('/').normalize('NFC')
  const bytes = new TextEncoder().encode(path).length
  return path === '' || bytes > LONGEST_PATH || UNUSABLE.test(path) ? null : path
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // a stray percent sign stays as it is
    return text
  }
}
