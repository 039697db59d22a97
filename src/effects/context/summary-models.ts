import type { Config } from '../../agent/config.ts'
import { askedModel } from '../../agent/fallback.ts'
import type { State } from '../../agent/state.ts'

type Model = Config['model']

/**
 * The models that a summary is asked of, until one has room: the one that the person chose for it (null: none), else the one that the run asks, then
 * the rest of the chain that the person has set. Without a chain nobody but the first is asked (but see compress-history.ts for one that is too small).
 */
export function summaryModels({ head, config }: Pick<State, 'head' | 'config'>, chosen: Model | null): Model[] {
  const own = askedModel({ head, config })
  const onward = (config.fallback?.models ?? []).slice(head.run.onward ?? 0)
  if (chosen !== null && !config.fallback?.models.length) return [chosen]
  const all = [...(chosen === null ? [] : [chosen]), own, ...onward.map((model) => ({ ...config.model, ...model }))]
  return all.filter((model, n) => all.findIndex((other) => isSame(other, model)) === n)
}

export const isSame = (a: Model, b: Model): boolean => a.providerId === b.providerId && a.model === b.model
