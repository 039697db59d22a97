import type { TabDraft } from '../../../agent/unsent-message.ts'
import { type DraftContent, isSameDraft } from './draft-record.ts'

/** What a box shows; `at` and `tab`: when and where it was typed, if that is known. */
type InBox = DraftContent & { at?: number | undefined; tab?: string | undefined }

/**
 * `newer`: what is to stand in the box instead, of whoever typed what stands there or of this tab; null: the box is
 * right. `settled`: tabs whose rows say nothing more then. `others`: what others had, for the person to take or leave.
 */
export type Recovered = { newer: TabDraft | null; settled: string[]; others: TabDraft[] }

/**
 * Sorts out what was kept, oldest first and one of each tab, beside what the box shows (null: nothing). `tab` is this
 * one.
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
  // an empty box and one message that nobody has: it is what was being written
  if (box !== null || newer !== null || other === undefined || more.length > 0) return recovered
  return { newer: other, settled: [...recovered.settled, other.tab], others: [] }
}
