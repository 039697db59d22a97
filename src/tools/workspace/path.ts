export const MAX_PATH_BYTES = 512
const MAX_SEGMENT_BYTES = 255

export type ParsedPath = { path: string; problem?: undefined } | { path?: undefined; problem: string }

/**
 * C0, DEL and C1 controls, line and paragraph separators, and the bidirectional controls that make one name look like
 * another.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
/** In Unicode mode this matches only unpaired surrogates. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** The files of a project are named with or without a slash before them. */
const ROOTED_PROJECT = /^\/project\//

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** At most 80 characters of an untrusted text, quoted, for use inside a sentence. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}

/**
 * The one gate for file names: returns a clean relative path (`notes/plan.md`, Unicode NFC, segments joined by `/`), or
 * a sentence that says what is wrong. The path never leaves the workspace, whatever it is later joined to, and parses
 * to itself. Never throws.
 */
export function parsePath(text: string): ParsedPath {
  const given = text.replace(ROOTED_PROJECT, 'project/')
  const path = given.length > MAX_PATH_BYTES * 4 ? given : given.normalize('NFC')
  const problem = problemOf(path)
  return problem === null ? { path } : { problem: `The path ${quote(text)} cannot be used: ${problem}.` }
}

function problemOf(path: string): string | null {
  if (path === '') return 'it is empty'
  if (path.length > MAX_PATH_BYTES || bytesOf(path) > MAX_PATH_BYTES) return `it is longer than ${MAX_PATH_BYTES} bytes`
  if (LONE_SURROGATE.test(path)) return 'it holds half a character'
  if (UNSEEN.test(path)) return 'it holds a control character'
  if (path.includes('\\')) return 'it holds a backslash; separate folders with "/"'
  if (path.startsWith('/')) return 'it must be relative to the workspace, without a leading "/"'
  if (/^[a-z]:/i.test(path)) return 'it must be relative to the workspace, without a drive letter'
  for (const segment of path.split('/')) {
    if (segment === '') return 'a part of it is empty; it must name a file, without "//" or a trailing "/"'
    if (segment === '.' || segment === '..')
      return `"${segment}" is not allowed; write the path from the workspace's root`
    if (segment.trim() !== segment) return 'a part of it starts or ends with white space'
    if (bytesOf(segment) > MAX_SEGMENT_BYTES) return `a part of it is longer than ${MAX_SEGMENT_BYTES} bytes`
  }
  return null
}
