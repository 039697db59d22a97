import type { Usage } from '../../agent/content.ts'
import type { Unstamped } from '../../agent/input.ts'

type Spent = Pick<Extract<Unstamped, { type: 'brain-compress-history' }>, 'usage' | 'cost' | 'model' | 'shares'>
export type Share = NonNullable<Spent['shares']>[number]

/** Usage of all requests for one summary, over all models that were asked. */
export type SummarySpending = {
  add: (model: Share['model'], usage: Usage, cost: number | null) => void
  /** By model. */
  shares: readonly Share[]
  /** In the form of the input that ends the summary. */
  told: () => Spent
}

export function makeSummarySpending(): SummarySpending {
  const shares: Share[] = []
  return {
    shares,
    add: ({ providerId, model }, usage, cost) => {
      const n = shares.findIndex((share) => share.model.providerId === providerId && share.model.model === model)
      const taken = { model: { providerId, model }, usage, cost }
      const before = shares[n]
      if (before === undefined) shares.push(taken)
      else shares[n] = { ...taken, ...sum(before, taken) }
    },
    told: () => {
      const [first, ...others] = shares
      if (first === undefined) return {}
      return others.length === 0 ? first : { ...others.reduce<Pick<Share, 'usage' | 'cost'>>(sum, first), shares }
    },
  }
}

/** The cost counts only requests with a known price. */
const sum = (a: Pick<Share, 'usage' | 'cost'>, b: Pick<Share, 'usage' | 'cost'>): Pick<Share, 'usage' | 'cost'> => ({
  usage: {
    input: a.usage.input + b.usage.input,
    output: a.usage.output + b.usage.output,
    cacheRead: a.usage.cacheRead + b.usage.cacheRead,
    cacheWrite: a.usage.cacheWrite + b.usage.cacheWrite,
    reasoning: a.usage.reasoning + b.usage.reasoning,
  },
  cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
})
