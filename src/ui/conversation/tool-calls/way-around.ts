import type { Message, ToolCall } from '../../../agent/message.ts'

/** What lets a call reach a site that allows no browser: a service that reads pages, or one that passes on git. */
export type Way = 'reader' | 'relay'

/** Ends of messages of tools/web/get-from-web.ts and worker/ports/git-over-http.ts. Stored calls have them, too. */
const SENTENCES: readonly [RegExp, Way][] = [
  [/A reader service or a relay \(Settings > Services\) can fetch such pages\./, 'reader'],
  [/A relay \(Settings > Services\) can pass it on\./, 'relay'],
]
const TOOLS: ReadonlySet<string> = new Set(['fetch_page', 'run_shell'])

/** null: the call did not fail for this reason. */
export function wayAround({ name, result }: Pick<ToolCall, 'name' | 'result'>): Way | null {
  if (!TOOLS.has(name) || !result) return null
  const said = (sentence: RegExp): boolean =>
    result.content.some((block) => block.type === 'text' && sentence.test(block.text))
  return SENTENCES.find(([sentence]) => said(sentence))?.[1] ?? null
}

type Rows = { rows: Readonly<Record<number, Message | undefined>> }

/** The newest call that lacks this way: the offer is on its card alone. */
export function newestKeptOut({ rows }: Rows, way: Way): string | null {
  const newestFirst = Object.values(rows).sort((a, b) => (b?.n ?? 0) - (a?.n ?? 0))
  for (const row of newestFirst) {
    const call = row?.role === 'assistant' ? row.calls.findLast((one) => wayAround(one) === way) : undefined
    if (call) return call.id
  }
  return null
}
