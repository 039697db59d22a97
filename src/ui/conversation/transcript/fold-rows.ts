import type { Answer, ToolCall } from '../../../agent/message.ts'
import { type ShownBlock, shownAnswer } from '../../base/state/shown-answer.ts'
import { variantsAt } from '../branches/variants-at.ts'
import { foldsOf, isQuiet } from '../tool-calls/folded-steps.ts'
import type { FoldRow, RowFolds } from '../tool-calls/row-folds.ts'
import { newDay, newModel } from './lines-before.ts'

/** Most rows that one line folds: no row looks farther, however long a run is. */
const STRETCH = 32

/**
 * An agent mostly does one thing at a time, so each step is an answer with its own row. Silent steps in a row fold into
 * one line, in the first of their rows; the other rows show nothing while it is closed. The last row of a conversation
 * is never folded: the person may be looking at it.
 */
export const foldRows: FoldRow = (session, family, n): RowFolds => {
  const { rows, view } = session
  const head = view?.head
  const last = (head?.count ?? 0) - 1
  const answerAt = (k: number): Answer | null => {
    const row = k < last ? rows[k] : undefined
    return row?.role === 'assistant' && row.status === 'complete' ? row : null
  }
  const isBehind = (k: number): boolean => (rows[k]?.seq ?? Number.POSITIVE_INFINITY) <= (head?.summaryCutAt ?? 0)
  /** Whether a line or a choice of variants separates this row from the one before it. */
  const parted = (k: number): boolean =>
    newDay(rows, k, Date.now()) !== null ||
    newModel(rows, k) !== null ||
    isBehind(k - 1) !== isBehind(k) ||
    head?.origin?.n === k ||
    variantsAt(family, session.id, k) !== null
  const goesOn = (k: number): boolean => {
    if (k % STRETCH === 0) return false
    const [before, here] = [answerAt(k - 1), answerAt(k)]
    if (before === null || here === null || !isSilent(here)) return false
    const end = blocksOf(before).at(-1)
    return end?.call !== undefined && isQuiet(end.call) && before.lookups === undefined && !parted(k)
  }
  let first = n
  while (goesOn(first)) first--
  const answer = answerAt(first)
  if (answer === null) return { folds: [] }
  const after: ToolCall[][] = []
  for (let k = first + 1; goesOn(k); k++) after.push([...(answerAt(k)?.calls ?? [])])
  const folds = foldsOf(blocksOf(answer), first, after, session.id)
  if (first === n) return { folds }
  const around = folds.at(-1)
  if (around !== undefined && around.until >= n) return { folds: [], inside: around.first, hidden: !around.open }
  // too few to fold together with the rows before it: an ordinary row
  return { folds: foldsOf(blocksOf(answerAt(n) as Answer), n, [], session.id) }
}

const blocksOf = (answer: Answer): readonly ShownBlock[] => shownAnswer(answer, undefined).blocks

/** The answer has only finished calls and nothing else to show. */
const isSilent = (answer: Answer): boolean =>
  answer.calls.length > 0 &&
  answer.calls.every(isQuiet) &&
  answer.lookups === undefined &&
  answer.stopReason !== 'length' &&
  blocksOf(answer).every(({ kind, text }) => SILENT.has(kind) || (kind === 'text' && text.trim() === ''))
const SILENT: ReadonlySet<ShownBlock['kind']> = new Set(['thinking', 'tool-call'])
