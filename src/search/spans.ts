import type { Folded } from './fold.ts'

/** Ranges in the original, unfolded text. */
export type Span = { from: number; to: number }

/** Where the terms occur as beginnings of words, or inside text without spaces; in order, without overlaps. */
export function wordSpans({ text, starts }: Folded, terms: readonly string[]): Span[] {
  const spans: Span[] = []
  for (const term of terms) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
      if (isInsideWord(text, at)) continue
      spans.push({ from: starts[at] ?? 0, to: starts[at + term.length] ?? 0 })
    }
  }
  spans.sort((a, b) => a.from - b.from || b.to - a.to)
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

const SPACED =
  /^(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}]/u

const isInsideWord = (text: string, at: number): boolean =>
  at > 0 && SPACED.test(text.slice(at - 1, at)) && SPACED.test(text.slice(at, at + 2))

/** Where a folded needle occurs exactly; without overlaps. */
export function literalSpans({ text, starts }: Folded, needle: string): Span[] {
  const spans: Span[] = []
  if (needle === '') return spans
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
    spans.push({ from: starts[at] ?? 0, to: starts[at + needle.length] ?? 0 })
  return spans
}
