import type { Config } from '../../agent/config.ts'
import { askedModel } from '../../agent/fallback.ts'
import type { State } from '../../agent/state.ts'

type Model = Config['model']

/**
 * The models to ask for a summary until one has capacity: the model that the person chose for it (null: none), else the
 * run's model, then the remaining fallback models. Without fallback models only the first is asked (for a window that
 * is too small see compress-history.ts).
 */
export function summaryModels({ head, config }: Pick<State, 'head' | 'config'>, chosen: Model | null): Model[] {
  const own = askedModel({ head, config })
  const onward = (config.fallback?.models ?? []).slice(head.run.onward ?? 0)
  if (chosen !== null && !config.fallback?.models.length) return [chosen]
  const all = [...(chosen === null ? [] : [chosen]), own, ...onward.map((model) => ({ ...config.model, ...model }))]
  return all.filter((model, n) => all.findIndex((other) => isSame(other, model)) === n)
}

export const isSame = (a: Model, b: Model): boolean => a.providerId === b.providerId && a.model === b.model
