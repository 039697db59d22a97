import { locale } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'

/** Rows by their places, `to` left out. */
export type PrintPart = { from: number; to: number }

/** What a browser lays out on paper in a few seconds; with many times of it the page stands still for minutes. */
const MOST_ROWS = 1000
const MOST_CHARACTERS = 500_000
/** Rows that the worker reads and sends at once: a part begins where such a page begins. */
const PAGE = 100

/** A conversation in parts that can be printed, in its order: mostly it is one. */
export function printParts({ rows, characters }: { rows: number; characters: number }): PrintPart[] {
  const perRow = characters / Math.max(1, rows)
  const size = Math.max(PAGE, Math.floor(Math.min(MOST_ROWS, MOST_CHARACTERS / perRow) / PAGE) * PAGE)
  const parts = Array.from({ length: Math.ceil(rows / size) }, (_, n) => ({
    from: n * size,
    to: Math.min(rows, (n + 1) * size),
  }))
  return parts.length > 0 ? parts : [{ from: 0, to: 0 }]
}

export const partWords = ({ from, to }: PrintPart, of: number): string => {
  const said = (n: number): string => n.toLocaleString(locale())
  return t('Messages {from} to {to} of {of}', { from: said(from + 1), to: said(to), of: said(of) })
}
