import { castDraft, type Draft as Mutable } from 'mutative'
import type { Head, LiveAnswer, UnsettledAnswer } from './head.ts'
import { type Answer, isOpen, type Message, type QueuedMessage } from './message.ts'
import { rowAt } from './rows.ts'
import { sizeOfMessage } from './size.ts'
import type { State } from './state.ts'
import { AGENT_VERSION } from './version.ts'

/** The part of a draft that the index is made from. */
type Indexed = {
  readonly before: State
  readonly head: Head
  readonly queue: readonly QueuedMessage[]
  /** Rows that this input touched or added, by `n`. */
  readonly rows: ReadonlyMap<number, Message>
}

const isLive = (answer: Answer): boolean => answer.status === 'streaming' || answer.status === 'waiting'
const isUnsettled = (answer: Answer): boolean => answer.status === 'complete' && answer.settledAt === null

const liveEntry = ({ n, cut, attempt, starts, status, retryAt }: Answer): LiveAnswer => ({
  n,
  cut,
  attempt,
  starts,
  status: status === 'waiting' ? 'waiting' : 'streaming',
  retryAt,
})

const unsettledEntry = ({ n, cut, calls }: Answer): UnsettledAnswer => ({
  n,
  cut,
  sequential: calls.some((call) => call.sequential),
  calls: calls.filter(isOpen).map(({ id, name, status, attempt, turnAt, until, helper }) => ({
    id,
    name,
    status,
    attempt,
    turnAt,
    until,
    ...(helper !== undefined && status === 'waiting' && until === null && { helper }),
  })),
})

export const lastEntry = (row: Message): Head['last'] =>
  row.role === 'user'
    ? { n: row.n, role: 'user', key: row.id, status: '', calls: 0, settled: true }
    : {
        n: row.n,
        role: 'assistant',
        key: String(row.cut),
        status: row.status,
        calls: row.calls.length,
        settled: row.settledAt !== null,
      }

/**
 * The answers with work in progress, oldest first: those that the index names and those that this input has touched.
 * `lost`: answers that the index names and storage has lost. They count as work in progress until the person stops it.
 */
export const workingAnswers = (draft: Indexed): { live: Answer[]; unsettled: Answer[]; lost: number[] } => {
  const { head } = draft
  const named = [...head.live, ...head.unsettled].map((entry) => entry.n)
  const live: Answer[] = []
  const unsettled: Answer[] = []
  const lost: number[] = []
  for (const n of [...new Set([...named, ...draft.rows.keys()])].sort((a, b) => a - b)) {
    const row = draft.rows.get(n) ?? rowAt(draft.before.messages, n)
    if (row === undefined) lost.push(n)
    else if (row.role === 'assistant' && isLive(row)) live.push(row)
    else if (row.role === 'assistant' && isUnsettled(row)) unsettled.push(row)
  }
  return { live, unsettled, lost }
}

/** How much the touched rows add to the context, or remove from it. */
const growth = (draft: Indexed): number => {
  let sum = 0
  for (const [n, row] of draft.rows) {
    if (row.seq <= draft.head.summaryCutAt) continue
    const old = rowAt(draft.before.messages, n)
    sum += sizeOfMessage(row) - (old ? sizeOfMessage(old) : 0)
  }
  return sum
}

/**
 * The only place that makes the head's index and counters: from rows, after each input, at the cost of the touched
 * rows.
 */
export const indexHead = (draft: Indexed): Head => {
  const { live, unsettled, lost } = workingAnswers(draft)
  const kept = <Entry extends { n: number }>(entries: readonly Entry[]): Entry[] =>
    entries.filter(({ n }) => lost.includes(n))
  const head: Mutable<Head> = {
    ...castDraft(draft.head),
    agentVersion: AGENT_VERSION,
    live: castDraft([...kept(draft.head.live), ...live.map(liveEntry)]),
    unsettled: castDraft([...kept(draft.head.unsettled), ...unsettled.map(unsettledEntry)]),
    contextSize: draft.head.contextSize + growth(draft),
    queued: {
      steer: draft.queue.filter((message) => message.delivery === 'steer').length,
      followUp: draft.queue.filter((message) => message.delivery === 'follow-up').length,
    },
  }
  const last = draft.rows.get(head.count - 1)
  if (last) head.last = lastEntry(last)
  for (const row of draft.rows.values()) {
    if (row.role === 'user') {
      head.lastUser = { from: row.seq > head.lastUserSeq ? row.n : (head.lastUser?.from ?? row.n), to: row.n }
      head.lastUserSeq = Math.max(head.lastUserSeq, row.seq)
    } else head.newestCut = Math.max(head.newestCut, row.cut)
  }
  return head
}
