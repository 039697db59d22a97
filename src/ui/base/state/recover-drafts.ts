import type { TabDraft } from '../../../agent/unsent-message.ts'
import { type DraftContent, isSameDraft } from './draft-record.ts'

/** The content of a message box. `at`, `tab`: when and where it was typed, if known. */
type InBox = DraftContent & { at?: number | undefined; tab?: string | undefined }

/**
 * `newer`: text of the same tab, or of the tab whose text is in the box, that should replace it; null: the box is
 * right. `settled`: tabs whose rows are then obsolete. `others`: drafts of other tabs, offered to the person.
 */
export type Recovered = { newer: TabDraft | null; settled: string[]; others: TabDraft[] }

/**
 * Sorts out stored drafts, oldest first and one for each tab, against the content of the box (null: empty). `tab`: this
 * tab.
 */
export function sortOut(box: InBox | null, kept: readonly TabDraft[], tab: string): Recovered {
  // a tab's own words come into its box before those of another that stand there
  const hand = kept.some((row) => row.tab === tab) ? tab : (box?.tab ?? tab)
  const isForeign = box?.tab !== undefined && box.tab !== hand
  const row = kept.find((each) => each.tab === hand)
  const isNewer = row !== undefined && !isSameDraft(box, row) && (isForeign || row.at > (box?.at ?? 0))
  const newer = isNewer ? row : null
  const rest = kept.filter((each) => each !== row)
  const others = rest.filter((each) => !isSameDraft(newer ?? box, each))
  const settled = [...rest.filter((each) => !others.includes(each)), ...(row && hand !== tab ? [row] : [])]
  const recovered = { newer, settled: settled.map((each) => each.tab), others }
  const [other, ...more] = others
  // an empty box and exactly one orphaned draft: this is what the person was writing
  if (box !== null || newer !== null || other === undefined || more.length > 0) return recovered
  return { newer: other, settled: [...recovered.settled, other.tab], others: [] }
}
