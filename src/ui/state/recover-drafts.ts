import type { TabDraft } from '../../agent/unsent-message.ts'
import { type DraftContent, isSameDraft } from './draft-record.ts'

/** What a box shows; `at` and `tab`: when and where it was typed, if that is known. */
type InBox = DraftContent & { at?: number | undefined; tab?: string | undefined }

/**
 * `newer`: what the same hand had typed and attached after what is in the box; null: the box is right. `settled`: tabs whose rows say
 * nothing more. `others`: what others had, for the person to take or leave.
 */
export type Recovered = { newer: DraftContent | null; settled: string[]; others: TabDraft[] }

/** Sorts out what was kept, oldest first, beside what the box shows (null: nothing). `tab` is this one. */
export function sortOut(box: InBox | null, kept: readonly TabDraft[], tab: string): Recovered {
  const recovered: Recovered = { newer: null, settled: [], others: [] }
  for (const row of kept) {
    const own = row.tab === tab
    const sameHand = own || row.tab === box?.tab
    const isSame = isSameDraft(box, row)
    if (!sameHand && !isSame) {
      recovered.others.push(row)
      continue
    }
    if (!own) recovered.settled.push(row.tab)
    if (sameHand && !isSame && row.at > (box?.at ?? 0)) recovered.newer = row
  }
  const [other, ...more] = recovered.others
  // an empty box and one message that nobody has: it is what was being written
  if (box !== null || recovered.newer !== null || other === undefined || more.length > 0) return recovered
  return { newer: other, settled: [...recovered.settled, other.tab], others: [] }
}
