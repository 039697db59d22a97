/** From line `at` of a text on (counted from 1), its lines are those of `path`, from line `line` on. */
export type Origin = [at: number, path: string, line: number]

const linesIn = (text: string): number => text.split('\n').length - 1

/** A text put together from files, which remembers where each of its lines comes from. */
export function makePieces() {
  const parts: string[] = []
  const origins: Origin[] = []
  let at = 1
  let atStart = true
  return {
    /** `line`: of the first character in `path`. */
    add: (text: string, path: string, line: number): void => {
      if (text === '') return
      // a piece that begins within a line has the lines after it
      const after = atStart ? 0 : 1
      if (origins.at(-1)?.[0] === at + after) origins.pop()
      origins.push([at + after, path, line + after])
      parts.push(text)
      at += linesIn(text)
      atStart = text.endsWith('\n')
    },
    text: (): string => parts.join(''),
    origins,
  }
}

/** Changes at places of a text, none inside another: `text` in place of what is from `from` to `to`. */
export type Edit = { from: number; to: number; text: string }

/** Without changing the number of lines, if the edits do not. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    if (edit.from < at) continue
    parts.push(text.slice(at, edit.from), edit.text)
    at = edit.to
  }
  return parts.join('') + text.slice(at)
}

/** Finds the line of a place in a text; places are asked for in any order. */
export function lineFinder(text: string): (place: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (place) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low
  }
}
