import { locale } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'

/** Rows by place; `to` is exclusive. */
export type PrintPart = { from: number; to: number }

/** The size that a browser lays out for print in a few seconds; many times this size freezes the page for minutes. */
const MOST_ROWS = 1000
const MOST_CHARACTERS = 500_000
/** Rows that the worker sends at once: a part begins where such a page begins. */
const PAGE = 100

/** A conversation in printable parts, in order: usually one. */
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
