export type DiffLine = { kind: 'same' | 'added' | 'removed'; mark: ' ' | '+' | '-'; text: string }

const CONTEXT = 3
/**
 * Above this many cells the changed middle is shown as removed, then added: a table of that size would block the page.
 */
const MAX_CELLS = 400_000

/** Most lines that are laid out. */
export const MOST_LINES = 3000

/** Lines of `before` and `after`, common ones once, with three lines of context around each change. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n')
  const b = after === '' ? [] : after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const middle = compare(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [
    ...a.slice(Math.max(0, start - CONTEXT), start).map(same),
    ...middle,
    ...a.slice(a.length - end, a.length - end + CONTEXT).map(same),
  ]
}

const same = (text: string): DiffLine => ({ kind: 'same', mark: ' ', text })
const added = (text: string): DiffLine => ({ kind: 'added', mark: '+', text })
const removed = (text: string): DiffLine => ({ kind: 'removed', mark: '-', text })

/** Longest common subsequence of two short lists of lines. */
function compare(a: string[], b: string[]): DiffLine[] {
  if (a.length * b.length > MAX_CELLS) return [...a.map(removed), ...b.map(added)]
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = a[i]
    const right = b[j]
    if (left !== undefined && left === right) {
      lines.push(same(left))
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left))
      i++
    } else if (right !== undefined) {
      lines.push(added(right))
      j++
    }
  }
  return lines
}
