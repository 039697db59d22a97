import { parsePath } from './path.ts'

/** Characters that a path cannot have, and folder separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: replacing them is the point
const UNUSABLE = /[\\/\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu
/** Most characters of a name: short enough for the byte limit of a path in any script, with a number appended. */
const LONGEST = 60

/** A path at the top of the workspace for a file name from any system. */
export function pathOfName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(UNUSABLE, '_')
    .replace(/^([a-z]):/i, '$1_')
    .trim()
  const { stem, ending } = partsOf(clean)
  const short = `${[...stem].slice(0, LONGEST).join('').trim()}${[...ending]
    .slice(0, LONGEST / 3)
    .join('')
    .trim()}`
  return parsePath(short).path ?? 'file'
}

/** `path`, or the first free one of `name-2.ext`, `name-3.ext`, … A path with the same blob counts as free. */
export function freePath(path: string, there: ReadonlyMap<string, string | null>, blob: string): string {
  const folders = new Set([...there.keys()].flatMap(foldersOf))
  const { stem, ending } = partsOf(path)
  for (let n = 1; ; n++) {
    const wish = n === 1 ? path : `${stem}-${n}${ending}`
    const held = there.get(wish) ?? null
    if (!folders.has(wish) && (held === null || held === blob)) return wish
  }
}

const foldersOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join('/'))
}

/** "a.tar.gz" -> "a" and ".tar.gz"; a name whose only dot is its first character has no extension. */
function partsOf(path: string): { stem: string; ending: string } {
  const ending = /(?<=[^/])(?:\.tar)?\.[^./\s]{1,12}$/i.exec(path)?.[0] ?? ''
  return { stem: path.slice(0, path.length - ending.length), ending }
}
