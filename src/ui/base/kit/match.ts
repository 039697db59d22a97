/** What can be chosen by typing a part of its words. `english`: its label there, `words`: what else it is found by. */
export type Matched = { label: string; english?: string; words?: string }

/** Those that hold every word of the query, the closest first; all of them, in their order, when nothing is asked. */
export function matching<Item extends Matched>(items: readonly Item[], query: string): Item[] {
  const asked = fold(query).split(/\s+/).filter(Boolean)
  if (asked.length === 0) return [...items]
  const ranked = items.flatMap((item) => {
    const label = fold(item.label)
    const all = `${label} ${fold(item.english ?? '')} ${fold(item.words ?? '')}`
    if (!asked.every((word) => all.includes(word))) return []
    const first = asked[0] ?? ''
    const rank = label.startsWith(asked.join(' '))
      ? 0
      : ` ${label}`.includes(` ${first}`)
        ? 1
        : label.includes(first)
          ? 2
          : 3
    return [{ item, rank }]
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
