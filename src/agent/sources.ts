import type { Citation, Source } from '../llm/port.ts'
import type { SourcesBlock } from './content.ts'

/**
 * The pages that an answer is based on, and where it cites them: collected, as streaming text, and located block by
 * block. Pure.
 */

type Found = readonly (Source | Citation)[]

/** After everything an answer says. */
export const SOURCES_INDEX = 1_000_000

/** Combines all findings. A repeated page may bring its title. */
export function gathered(found: Found): SourcesBlock {
  const sources: Source[] = []
  const citations: Citation[] = []
  for (const each of found) {
    if ('at' in each) {
      if (each.source < sources.length) citations.push({ at: each.at, source: each.source })
      continue
    }
    const known = sources.findIndex(({ url }) => url === each.url)
    if (known < 0) sources.push({ url: each.url, ...(each.title !== undefined && { title: each.title }) })
    else if (each.title !== undefined) sources[known] = { url: each.url, title: each.title }
  }
  return { type: 'sources', sources, ...(citations.length > 0 && { citations }) }
}

/** As text that only grows: one line of JSON for each. */
export const sourceLines = (found: Found): string => found.map((each) => `${JSON.stringify(each)}\n`).join('')

/** Reads such text; null: no page. Cut or foreign lines are ignored. */
export function readSourceLines(text: string): SourcesBlock | null {
  const block = gathered(text.split('\n').flatMap(lineOf))
  return block.sources.length === 0 ? null : block
}

function lineOf(line: string): (Source | Citation)[] {
  try {
    const { url, title, at, source } = JSON.parse(line) as Record<string, unknown>
    if (typeof url === 'string' && /^https?:/.test(url))
      return [{ url, ...(typeof title === 'string' && title !== '' && { title }) }]
    return isPlace(at) && isPlace(source) ? [{ at, source }] : []
  } catch {
    return []
  }
}
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** A citation number in a text. `at`: characters of that text before it; `n`: from 1. */
export type SourceMark = Source & { at: number; n: number }

/**
 * The marks of each of these texts, which together are the whole answer. A mark at the very end of a text belongs to
 * it, not to the next one.
 */
export function marksOf(
  texts: readonly string[],
  { sources, citations = [] }: Omit<SourcesBlock, 'type'>,
): SourceMark[][] {
  let before = 0
  return texts.map((text) => {
    const from = before
    before += text.length
    return citations
      .flatMap(({ at, source }): SourceMark[] => {
        const page = sources[source]
        return page === undefined || at <= from || at > before ? [] : [{ ...page, at: at - from, n: source + 1 }]
      })
      .sort((a, b) => a.at - b.at || a.n - b.n)
  })
}
