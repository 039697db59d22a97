import { breathe } from '../breathe.ts'
import type { LineFinder } from './line-finder.ts'

/** Characters shown of each line. */
const EXCERPT = 160
/** Characters, and milliseconds, between two checks of the signal. */
const TURN = 1_000_000
const LONGEST_TURN = 30

/** `isHit` false: a line of context. */
export type Hit = { path: string; line: number; text: string; isHit: boolean }

/** The part of a line around the match. */
function excerpt(line: string, at: number): string {
  const from = Math.max(0, Math.min(at - EXCERPT / 4, line.length - EXCERPT))
  const part = line.slice(from, from + EXCERPT)
  // The cut may have split a surrogate pair.
  return `${from > 0 ? '…' : ''}${part.trim()}${from + EXCERPT < line.length ? '…' : ''}`.replace(/\p{Surrogate}/gu, '')
}

/**
 * Lines of one text that `find` finds, at most `limit`, each with `context` lines around it. Lets other tasks run
 * meanwhile. Rejects with the signal's reason.
 */
export async function hitsIn(
  path: string,
  text: string,
  find: LineFinder,
  { limit, context = 0 }: { limit: number; context?: number },
  signal: AbortSignal,
): Promise<Hit[]> {
  const hits: Hit[] = []
  const before: Hit[] = []
  let found = 0
  let after = 0
  let turn = TURN
  let began = Date.now()
  for (let start = 0, n = 1; start <= text.length && (found < limit || after > 0); n++) {
    const newline = text.indexOf('\n', start)
    const line = text.slice(start, newline === -1 ? text.length : newline)
    const at = found < limit ? find(line) : -1
    const row = { path, line: n, text: excerpt(line, Math.max(0, at)), isHit: at !== -1 }
    if (row.isHit) {
      hits.push(...before.splice(0), row)
      found++
      after = context
    } else if (after > 0) {
      hits.push(row)
      after--
    } else if (context > 0) {
      before.push(row)
      if (before.length > context) before.shift()
    }
    start += line.length + 1
    if (start < turn && Date.now() - began < LONGEST_TURN) continue
    turn = start + TURN
    await breathe(signal)
    began = Date.now()
  }
  return hits
}

/** Bytes of lines in the smallest page. */
const MAX_SHOWN = 6000

/** As many as fit, so that the result stays in one piece. `pageBytes`: of one page. */
export function shownHits(hits: readonly Hit[], limit: number, pageBytes = MAX_SHOWN): Hit[] {
  const encoder = new TextEncoder()
  const most = Math.max(MAX_SHOWN, pageBytes - 1000)
  let size = 0
  let count = 0
  return hits.filter(({ path, text, isHit }) => {
    size += encoder.encode(path + text).length + 10
    if (isHit) count++
    return size <= most && count <= limit
  })
}

/** "path:12: text" for a match, "path-11- text" for a line of context, "--" for omitted lines. */
export function linesOfHits(hits: readonly Hit[], context: number): string[] {
  return hits.flatMap(({ path, line, text, isHit }, at) => {
    const last = hits[at - 1]
    const isApart = context > 0 && last !== undefined && (last.path !== path || last.line !== line - 1)
    const sign = isHit ? ':' : '-'
    return [...(isApart ? ['--'] : []), `${path}${sign}${line}${sign} ${text}`]
  })
}
