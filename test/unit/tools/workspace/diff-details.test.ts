import { expect, it } from 'vitest'
import { diffDetails } from '../../../../src/tools/workspace/diff-details.ts'

/** What is shown, said by taking the texts apart into lines. */
function byLines(before: string, after: string): { before: string; after: string } {
  const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/))
  const [old, now] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head++
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const side = (lines: string[]): string =>
    lines.slice(Math.max(0, head - 3), lines.length - Math.max(0, tail - 3)).join('')
  return { before: side(old), after: side(now) }
}

it('the changed lines are shown with three around them, for every two texts of few signs', () => {
  let seed = 7
  const next = (most: number): number => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return (seed >> 8) % most
  }
  const text = (length: number): string => Array.from({ length }, () => 'ab\n\n'[next(4)]).join('')
  for (let n = 0; n < 20_000; n++) {
    const before = text(next(24))
    const from = next(before.length + 1)
    const after = next(4) === 0 ? text(next(24)) : before.slice(0, from) + text(next(4)) + before.slice(from + next(4))
    expect([before, after, diffDetails('p', before, after)]).toEqual([
      before,
      after,
      { shape: 'diff', path: 'p', ...byLines(before, after) },
    ])
  }
})
