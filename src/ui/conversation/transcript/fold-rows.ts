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
  const last = (): number => (head?.count ?? 0) - 1
  const answerAt = (k: number): Answer | null => {
    // a row with another one after it is not the last: the count changes with every step, and would be read by all rows
    const row = rows[k + 1] !== undefined || k < last() ? rows[k] : undefined
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

type Known = { of: string; blocks: readonly ShownBlock[]; silent: boolean }
const known = new WeakMap<Answer, Known>()

/**
 * What a settled answer shows, made once: each mounted row looks at up to 32 rows each way. Such an answer stays as it
 * is; another variant's answer in the same object has other times.
 */
const factsOf = (answer: Answer): Omit<Known, 'of'> => {
  const { seq, cut, timestamp, settledAt, endedAt, calls, content } = answer
  const of = [seq, cut, timestamp, settledAt, endedAt, calls.length, content.length].join()
  const before = settledAt === null ? undefined : known.get(answer)
  if (before?.of === of) return before
  const { blocks } = shownAnswer(answer, undefined)
  const facts = { of, blocks, silent: isSilentIn(answer, blocks) }
  if (settledAt !== null) known.set(answer, facts)
  return facts
}
const blocksOf = (answer: Answer): readonly ShownBlock[] => factsOf(answer).blocks
const isSilent = (answer: Answer): boolean => factsOf(answer).silent

/** The answer has only finished calls and nothing else to show. */
const isSilentIn = (answer: Answer, blocks: readonly ShownBlock[]): boolean =>
  answer.calls.length > 0 &&
  answer.calls.every(isQuiet) &&
  answer.lookups === undefined &&
  answer.stopReason !== 'length' &&
  blocks.every(({ kind, text }) => SILENT.has(kind) || (kind === 'text' && text.trim() === ''))
const SILENT: ReadonlySet<ShownBlock['kind']> = new Set(['thinking', 'tool-call'])
