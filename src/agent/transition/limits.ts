import type { Usage } from '../content.ts'
import type { Draft } from '../draft.ts'
import type { Hold } from '../head.ts'
import type { ToolCall } from '../message.ts'
import { hashOfCall } from '../same-call.ts'

/** The limits of a run: counted when an answer completes, checked before the next request. */

type Limit = Extract<Hold, { kind: 'limit' }>['limit']
const DAY = 86_400_000

/** The daily count restarts with the UTC day. A clock that is set back does not restore an old day's count. */
const countDay = (draft: Draft): void => {
  const day = Math.floor(draft.now / DAY)
  if (day > draft.head.spent.day) draft.head.spent = { day, cost: 0 }
}

type Spent = { usage?: Usage | undefined; cost?: number | null | undefined }
/** Negative figures, which a provider or an archive may claim, would make room under the limits. */
export const spend = (draft: Draft, { usage, cost }: Spent): void => {
  if (usage === undefined) return
  charge(draft, { tokens: Math.max(0, usage.input) + Math.max(0, usage.output), cost: Math.max(0, cost ?? 0) })
}

/** Counts tokens and US dollars against the limits of the run and of the day. */
export const charge = (draft: Draft, { tokens, cost }: { tokens: number; cost: number }): void => {
  countDay(draft)
  const { run, spent } = draft.head
  run.tokens += tokens
  run.cost += cost
  spent.cost += cost
}

/** Counts how often the same call came in a row, across the answers of a run. */
export const countCalls = (draft: Draft, calls: readonly ToolCall[]): void => {
  for (const { name, args } of calls) {
    const hash = hashOfCall({ name, args })
    const { sameCall } = draft.head
    draft.head.sameCall = { hash, count: sameCall?.hash === hash ? sameCall.count + 1 : 1 }
  }
}

/** The limit that forbids another request, besides turns; null: none. `isBeside`: beside an answer under way. */
export const reachedLimit = (draft: Draft, isBeside: boolean): Limit | null => {
  countDay(draft)
  const { run, spent, sameCall } = draft.head
  const { maxTokensPerRun, maxCostPerRun, maxCostPerDay, maxSameCall } = draft.config.limits
  const reached = (used: number, limit: number | null): boolean => limit !== null && used >= limit
  if (run.granted && !isBeside) return null
  if (reached(sameCall?.count ?? 0, maxSameCall)) return 'same-call'
  if (reached(run.tokens, maxTokensPerRun)) return 'tokens'
  if (reached(run.cost, maxCostPerRun)) return 'cost-run'
  return reached(spent.cost, maxCostPerDay) ? 'cost-day' : null
}
