import { textFinder } from '../find-text.ts'

/** Index of the match in a line; -1: none. */
export type LineFinder = (line: string) => number

/** Characters of a line that a pattern sees: each takes some microseconds. */
const LONGEST_LINE = 20_000

export type Wanted = { query: string; ignoreCase: boolean; regex: boolean }

/**
 * Finds a plain text, or a regular expression in time linear in the line (RE2): a model's pattern could otherwise run
 * endlessly and block this thread. Rejects with words for the model if the pattern is invalid.
 */
export async function lineFinder({ query, ignoreCase, regex }: Wanted): Promise<LineFinder> {
  if (/[\r\n]/.test(query)) throw new Error('query must be within one line.')
  if (!regex) {
    const fold = (line: string): string => (ignoreCase ? line.toLowerCase() : line)
    const find = textFinder(fold(query))
    return (line) => find(fold(line))
  }
  const { RE2JS } = await import('re2js')
  let pattern: ReturnType<typeof RE2JS.compile>
  try {
    pattern = RE2JS.compile(query, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new Error(`query is no regular expression (RE2, without lookaround and references): ${why}`, { cause: error })
  }
  return (line) => {
    const matcher = pattern.matcher(line.slice(0, LONGEST_LINE))
    return matcher.find() ? matcher.start() : -1
  }
}
