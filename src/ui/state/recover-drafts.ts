import type { TabDraft } from '../../settings/unsent-words.ts'

/** What a box shows; `at` and `tab`: when and where it was typed, if that is known. */
type InBox = { text: string; at?: number | undefined; tab?: string | undefined }

/**
 * `text`: newer words than those in the box, of the same hand; null: the box is right. `settled`: tabs whose rows say nothing more.
 * `others`: other words, for the person to take or leave.
 */
export type Recovered = { text: string | null; settled: string[]; others: TabDraft[] }

/** Sorts out what was kept, oldest first, beside what the box shows (null: nothing). `tab` is this one. */
export function sortOut(box: InBox | null, kept: readonly TabDraft[], tab: string): Recovered {
  const recovered: Recovered = { text: null, settled: [], others: [] }
  for (const row of kept) {
    const own = row.tab === tab
    const sameHand = own || row.tab === box?.tab
    if (!sameHand && row.text !== box?.text) {
      recovered.others.push(row)
      continue
    }
    if (!own) recovered.settled.push(row.tab)
    if (sameHand && row.text !== box?.text && row.at > (box?.at ?? 0)) recovered.text = row.text
  }
  const [other, ...more] = recovered.others
  // an empty box and one text that nobody has: it is what was being written
  if (box !== null || recovered.text !== null || other === undefined || more.length > 0) return recovered
  return { text: other.text, settled: [...recovered.settled, other.tab], others: [] }
}
